package org.penstock.transport.tck;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.penstock.transport.api.CloseReason;

/** What {@link DescriptorBehaviour} runs in a process of its own. */
final class DescriptorShortage {
    private static final File OPENED_MANY_TIMES = new File("/dev/null");

    private DescriptorShortage() {}

    /** @param args the subject's class */
    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        var constructor = Class.forName(args[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        TransportSubject subject = (TransportSubject) constructor.newInstance();
        run(subject, false); // loads every class: later there is no descriptor for that
        run(subject, true);
    }

    private static void run(TransportSubject subject, boolean shortage) throws IOException {
        try (Rig rig = Rig.of(subject)) {
            Link reading = rig.connect();
            reading.reading(true);
            Link idle = rig.connect();
            exchange(reading);
            Lane other = rig.open();
            moveAround(reading, other, rig.lane());
            rig.startConnect(InetSocketAddress.createUnresolved("nowhere.invalid", 1))
                    .recorder()
                    .awaitClosed();
            List<FileInputStream> files = shortage ? takeAll() : new ArrayList<>();
            try {
                starve(rig, other, reading, idle, shortage);
            } finally {
                for (FileInputStream file : files) {
                    file.close();
                }
            }
            exchange(reading);
            Link again = rig.connect();
            again.reading(true);
            exchange(again);
        }
    }

    private static List<FileInputStream> takeAll() {
        List<FileInputStream> files = new ArrayList<>();
        try {
            while (true) {
                files.add(new FileInputStream(OPENED_MANY_TIMES));
            }
        } catch (IOException e) {
            return files;
        }
    }

    private static void starve(Rig rig, Lane other, Link reading, Link idle, boolean shortage) {
        Link refused = rig.startConnect(shortage ? rig.address() : Blackhole.refusing());
        CloseReason reason = refused.recorder().awaitClosed();
        if (shortage && reason.kind() != CloseReason.Kind.CONNECT_FAILED) {
            throw new AssertionError("a connect without a descriptor ended with " + reason.kind() + ": " + reason);
        }
        idle.reading(true); // may need a descriptor, or not; it works or is closed
        idle.peer().send(10);
        idle.recorder().await("10 bytes or closed", r -> r.received() == 10 || r.count(Event.CLOSED) == 1);
        exchange(reading);
        moveAround(reading, other, rig.lane());
        rig.problems().check();
    }

    /** What a connection gives back when it leaves is enough for where it arrives. */
    private static void moveAround(Link link, Lane there, Lane back) {
        for (Lane lane : List.of(there, back, there, back)) {
            link.move(lane, true);
            exchange(link);
        }
    }

    private static void exchange(Link link) {
        long received = link.recorder().received();
        link.peer().send(1_000);
        link.recorder().awaitReceived(received + 1_000);
        link.send(1_000);
        link.peer().expect(1_000);
    }
}
