package org.penstock.demo.load;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;

/**
 * Values of 1 MiB, and of 17 MiB, which do not fit one packet of the protocol: each is put in and read back, byte for
 * byte. They are spread over the load's time; whoever comes by when one is due takes it. One long one at a time, for the
 * sake of memory.
 */
final class LargeValues {
    private static final int SHORTER = 1 << 20;
    private static final int LONGER = 17 << 20;
    private static final byte[] LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-".getBytes(StandardCharsets.US_ASCII);

    /** How a value travels. */
    private enum Form {
        TEXT,
        PARAMETER,
        STREAM
    }

    private record Due(long afterNanos, int length, Form form) {}

    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::afterNanos));
    private final Semaphore longer = new Semaphore(1);

    /** Of the longer ones at least one in each form, else one in three seconds; of the shorter twice as many. */
    LargeValues(Duration time) {
        int count = (int) Math.max(Form.values().length, time.toSeconds() / 3);
        for (int i = 0; i < count; i++) {
            long at = (long) ((i + 0.5) / count * time.toNanos());
            Form form = Form.values()[i % Form.values().length];
            due.add(new Due(at, LONGER, form));
            due.add(new Due(at * 3 / 4, SHORTER, form));
            due.add(new Due(at / 2, SHORTER, form));
        }
    }

    static String table(int client) {
        return "contents_" + client;
    }

    /** What is due, if anything. */
    Optional<Work> take(long elapsedNanos, int client, SplittableRandom random) {
        synchronized (due) {
            Due next = due.peek();
            if (next == null || next.afterNanos() > elapsedNanos) {
                return Optional.empty();
            }
            if (next.length() == LONGER && !longer.tryAcquire()) {
                return Optional.empty();
            }
            due.remove();
            return Optional.of(connection -> run(next, connection, client, random));
        }
    }

    private void run(Due value, LedgeredConnection connection, int client, SplittableRandom random)
            throws WrongAnswer, BrokenConnection {
        try {
            byte[] bytes = new byte[value.length()];
            random.nextBytes(bytes);
            put(value.form(), bytes, connection, table(client));
            byte[] back = get(value.form(), connection, table(client));
            if (!Arrays.equals(bytes, back)) {
                throw new WrongAnswer("a value of " + bytes.length + " bytes came back different, from byte "
                        + Arrays.mismatch(bytes, back) + " on");
            }
        } finally {
            if (value.length() == LONGER) {
                longer.release();
            }
        }
    }

    private static void put(Form form, byte[] bytes, LedgeredConnection connection, String table)
            throws WrongAnswer, BrokenConnection {
        long changed;
        if (form == Form.TEXT) {
            toLetters(bytes);
            String value = new String(bytes, StandardCharsets.US_ASCII);
            changed = connection.update("REPLACE INTO " + table + " (id, body) VALUES (1, '" + value + "')");
        } else {
            try (LedgeredStatement statement =
                    connection.prepare("REPLACE INTO " + table + " (id, body) VALUES (1, ?)")) {
                changed = form == Form.STREAM ? statement.updateStreamed(bytes) : statement.update((Object) bytes);
            }
        }
        // a row replaced counts twice
        if (changed != 1 && changed != 2) {
            throw new WrongAnswer("rows replaced: " + changed);
        }
    }

    private static byte[] get(Form form, LedgeredConnection connection, String table)
            throws WrongAnswer, BrokenConnection {
        String sql = "SELECT body FROM " + table;
        if (form == Form.TEXT) {
            return connection.bytes(sql);
        }
        try (LedgeredStatement statement = connection.prepare(sql)) {
            return statement.bytes();
        }
    }

    private static void toLetters(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = LETTERS[bytes[i] & 63];
        }
    }
}
