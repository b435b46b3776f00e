package org.penstock.transport.aio;

import java.util.function.IntConsumer;

/**
 * How a socket is waited for. Operations are those of {@link java.nio.channels.SelectionKey}.
 *
 * <p>Threads: on the strand; that is also where it tells.
 */
interface Waiting {
    /** For a socket there is not. */
    Waiting FOR_NOTHING = new Waiting() {
        @Override
        public void tell(IntConsumer whom) {
            // There is nothing to tell.
        }

        @Override
        public int await(int ops) {
            return 0;
        }

        @Override
        public void leave(Runnable gone) {
            gone.run();
        }
    };

    /** Before anything else: whom it tells that an operation may be tried. */
    void tell(IntConsumer whom);

    /**
     * From here on it waits for these, and tells once.
     *
     * @return those that may be tried at once instead
     */
    int await(int ops);

    /** Once: tells nothing any more, and knows the socket no more when {@code gone} runs, on the strand. */
    void leave(Runnable gone);
}
