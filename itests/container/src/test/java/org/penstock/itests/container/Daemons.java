package org.penstock.itests.container;

import java.io.IOException;

/** Threads of the tests' peers. */
final class Daemons {
    /** What such a thread does; it ends with an exception as a rule, when its socket is closed. */
    interface Work {
        void run() throws IOException;
    }

    private Daemons() {}

    static Thread start(String name, Work work) {
        Thread t = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // its socket was closed
                    }
                },
                "peer-" + name);
        t.setDaemon(true);
        t.start();
        return t;
    }
}
