package org.penstock.transport.nio.pool;

import java.util.Map;
import java.util.function.Consumer;
import org.penstock.log.support.settings.Settings;
import org.penstock.transport.api.Transport;

/**
 * How many threads there are.
 *
 * @param workers 1 to {@link Workers#MOST}
 */
record PoolSettings(int workers) {
    static final String WORKERS = "workers";

    PoolSettings {
        if (workers < 1 || workers > Workers.MOST) {
            throw new IllegalArgumentException("workers " + workers);
        }
    }

    /** As many as there are processors, within bounds. */
    static PoolSettings byDefault(int processors) {
        return new PoolSettings(Math.min(Math.max(processors, 2), Workers.MOST));
    }

    /**
     * Reads a component's properties.
     *
     * @param byDefault where none is configured
     * @param former in force, and so it stays where there is a mistake
     * @param complaints gets one line for each thing that is wrong
     */
    static PoolSettings of(
            Map<String, ?> properties, PoolSettings byDefault, PoolSettings former, Consumer<String> complaints) {
        Settings s = new Settings(NioPoolTransport.PID, properties, Transport.NAME);
        int asked = s.number(WORKERS, 0, Workers.MOST, 0);
        return s.taken(asked == 0 ? byDefault : new PoolSettings(asked), former, complaints);
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of(WORKERS, Integer.toString(workers));
    }
}
