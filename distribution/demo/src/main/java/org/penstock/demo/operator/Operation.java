package org.penstock.demo.operator;

import java.io.IOException;
import java.util.List;

/** A change of the running system by an operator. */
interface Operation {
    /** As tables have it. */
    String name();

    /** Makes the change, and returns when it is seen to be made. */
    void run(Console console) throws IOException, NotDone, InterruptedException;

    /** What an operator does to a Penstock in service: each kind of change once. */
    static List<Operation> all() {
        return List.of(
                new SwapTransport("nio", "bio"),
                new SwapTransport("bio", "nio"),
                new Update("org.penstock.transport-nio", "transport", "nio"),
                new Restart("org.penstock.recorder-journal", "journal"));
    }

    /** The gapless exchange of the I/O processor. */
    record SwapTransport(String from, String to) implements Operation {
        @Override
        public String name() {
            return "transport " + from + " > " + to;
        }

        @Override
        public void run(Console console) throws IOException, NotDone, InterruptedException {
            String before = console.transportInUse();
            if (!before.equals(from)) {
                throw new NotDone("the transport in use is " + before + ", not " + from);
            }
            console.type("penstock:swap transport " + to);
            console.await(
                    "the transport in use is not " + to,
                    () -> console.transportInUse().equals(to));
        }
    }

    /** The ordinary OSGi command, on a bundle in use. */
    record Update(String bundle, String family, String service) implements Operation {
        @Override
        public String name() {
            return "update " + bundle.replace("org.penstock.", "");
        }

        @Override
        public void run(Console console) throws IOException, NotDone, InterruptedException {
            long before = console.generation(family, service);
            console.type("update " + console.bundle(bundle));
            console.await(
                    "no new generation of " + family + " " + service + " is in service",
                    () -> console.generation(family, service) > before);
            console.await(
                    "the transport in use is not " + service,
                    () -> console.transportInUse().equals(service));
        }
    }

    /** The recorder goes away and comes back; what happens meanwhile is for the record too. */
    record Restart(String bundle, String recorder) implements Operation {
        @Override
        public String name() {
            return "stop, start " + bundle.replace("org.penstock.", "");
        }

        @Override
        public void run(Console console) throws IOException, NotDone, InterruptedException {
            long id = console.bundle(bundle);
            long before = console.generation("recorder", recorder);
            console.type("stop " + id);
            console.await("the recorder is in service", () -> !console.recorderPresent(recorder));
            console.type("start " + id);
            console.await(
                    "the recorder is not in service",
                    () -> console.recorderPresent(recorder) && console.generation("recorder", recorder) > before);
        }
    }
}
