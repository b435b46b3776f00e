package org.penstock.demo.load;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.penstock.demo.ledger.LedgerLine.Cause;

/**
 * One client: keeps a connection open for the load's whole time and does one thing after the other on it. When the
 * connection breaks it writes so down and opens another.
 */
final class Client implements Runnable {
    private static final long PAUSE_MS = 100;

    private record Chance(int percent, Work work) {}

    private final Load load;
    private final int number;
    private final Profile profile;
    private final Numbering numbering;
    private final SplittableRandom random;
    private final Items items;
    private final Entries entries;
    private final List<Chance> chances;

    private LedgeredConnection connection;
    /** Prepared as long as its connection lasts: it must live through every change beneath. */
    private LedgeredStatement resident;

    private boolean connectedBefore;

    Client(Load load, int number, SplittableRandom random) {
        this.load = load;
        this.number = number;
        this.profile = Profile.of(number);
        this.numbering = new Numbering(number);
        this.random = random;
        this.items = new Items(random);
        this.entries = new Entries(number, random);
        this.chances = List.of(
                new Chance(47, items::point),
                new Chance(20, c -> items.range(resident)),
                new Chance(10, items::preparedRanges),
                new Chance(14, entries::transaction),
                new Chance(3, profile == Profile.MULTI ? items::twoPoints : items::point),
                new Chance(2, entries::duplicates),
                new Chance(2, new Mistakes()::run),
                new Chance(1, LedgeredConnection::ping),
                new Chance(1, c -> shortVisit()));
    }

    @Override
    public void run() {
        connect();
        load.arrive();
        while (load.goesOn()) {
            if (connection == null) {
                pause();
                connect();
            } else {
                doOne(next());
            }
        }
        if (connection != null) {
            doOne(c -> resident.close());
            close();
        }
    }

    private void connect() {
        try {
            connection = LedgeredConnection.open(
                    load.url(), profile, numbering, load.ledgers(), connectedBefore ? Cause.RECONNECT : Cause.PLANNED);
        } catch (BrokenConnection e) {
            return;
        } finally {
            connectedBefore = true;
        }
        doOne(c -> {
            resident = Items.prepareRange(c);
            entries.resync(c);
        });
    }

    private Work next() {
        Optional<Work> large = load.largeValue(number, random);
        if (large.isPresent()) {
            return large.get();
        }
        int dice = random.nextInt(100);
        for (Chance chance : chances) {
            dice -= chance.percent();
            if (dice < 0) {
                return chance.work();
            }
        }
        throw new IllegalStateException("the chances are less than 100 %");
    }

    private void doOne(Work work) {
        try {
            work.run(connection);
        } catch (WrongAnswer e) {
            connection.failed(e);
            startAfresh();
        } catch (BrokenConnection e) {
            connection.failed(e);
            close();
        }
    }

    /** What the server holds is no longer sure. */
    private void startAfresh() {
        try {
            entries.resync(connection);
        } catch (WrongAnswer | BrokenConnection e) {
            connection.failed(e);
            close();
        }
    }

    /** A connection that is opened and closed on purpose. */
    private void shortVisit() throws WrongAnswer, BrokenConnection {
        try (LedgeredConnection visit =
                LedgeredConnection.open(load.url(), profile, numbering, load.ledgers(), Cause.PLANNED)) {
            try {
                items.point(visit);
                items.preparedRanges(visit);
            } catch (WrongAnswer | BrokenConnection e) {
                visit.failed(e);
            }
        } catch (BrokenConnection e) {
            // no connection: its ledger says so, and this client's own is none the worse
            pause();
        }
    }

    private void close() {
        connection.close();
        connection = null;
        resident = null;
    }

    /** Where connections fail, not all clients try at full speed. */
    private void pause() {
        load.pause(PAUSE_MS);
    }
}
