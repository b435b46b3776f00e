package org.penstock.transport.nio.pool;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.penstock.transport.support.StrandThread;

/**
 * One thread that gives strands their turns. Asked to retire it goes after the turn it is at; until it has gone it can be
 * asked back.
 */
final class Worker {
    private enum State {
        /** Or not there yet. */
        GONE,
        WORKS,
        RETIRES
    }

    /** How threads are started; the system may refuse. */
    interface Starter {
        /** @throws IOException the system has no thread left */
        void start(StrandThread thread) throws IOException;
    }

    /** What workers do. On their threads. */
    interface Duty {
        /** Gives a strand a turn, or waits for one while the worker works. */
        void step(Worker worker);

        /** A worker has gone, perhaps with work to do that it alone had been woken for. */
        void gone();
    }

    private final int place;
    private final Duty duty;
    private final StrandThread thread;
    private final AtomicReference<State> state = new AtomicReference<>(State.GONE);

    Worker(String name, int place, Duty duty) {
        this.place = place;
        this.duty = duty;
        this.thread = new StrandThread(name, this::run);
    }

    /** Of those that work at the same time no two have the same. */
    int place() {
        return place;
    }

    StrandThread thread() {
        return thread;
    }

    /**
     * Once.
     *
     * @throws IOException the system has no thread left; it has gone
     */
    void start(Starter starter) throws IOException {
        state.set(State.WORKS);
        try {
            starter.start(thread);
        } catch (IOException e) {
            state.set(State.GONE);
            throw e;
        }
    }

    private void run() {
        do {
            while (works()) {
                duty.step(this);
            }
        } while (!state.compareAndSet(State.RETIRES, State.GONE)); // else it was asked back
        duty.gone();
    }

    boolean works() {
        return state.get() == State.WORKS;
    }

    void retire() {
        if (state.compareAndSet(State.WORKS, State.RETIRES)) {
            thread.unpark();
        }
    }

    /** It is to stay after all; false: it has gone. */
    boolean returns() {
        return state.compareAndSet(State.RETIRES, State.WORKS);
    }
}
