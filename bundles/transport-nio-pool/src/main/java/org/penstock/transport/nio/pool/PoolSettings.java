package org.penstock.transport.nio.pool;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.penstock.transport.api.Transport;

/**
 * How many threads there are.
 *
 * @param workers 1 to {@link Workers#MOST}
 */
record PoolSettings(int workers) {
    static final String WORKERS = "workers";

    private static final String FILE = "felix.fileinstall.filename";

    /** What the framework, Felix and Karaf add to every configuration, and this component to its own. */
    private static final List<String> NOT_OURS =
            List.of(".", "service.", "component.", "felix.", "org.apache.", "osgi.", "objectClass", Transport.NAME);

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
     * @param former in force, and so it stays where the value is wrong
     * @param complaints gets one line for each thing that is wrong
     */
    static PoolSettings of(
            Map<String, ?> properties, PoolSettings byDefault, PoolSettings former, Consumer<String> complaints) {
        String where = "config=" + Objects.requireNonNullElse(properties.get(FILE), NioPoolTransport.PID) + " ";
        properties.keySet().stream()
                .filter(PoolSettings::isUnknown)
                .sorted()
                .forEach(key -> complaints.accept(where + "key=" + key + " reason=\"unknown key\" allowed=" + WORKERS));
        Object value = properties.get(WORKERS);
        if (value == null) {
            return byDefault;
        }
        try {
            int asked = Integer.parseInt(value.toString().strip());
            return asked == 0 ? byDefault : new PoolSettings(asked);
        } catch (IllegalArgumentException e) {
            complaints.accept(where + "key=" + WORKERS + " value=" + value + " allowed=0.." + Workers.MOST + " used="
                    + former.workers);
            return former;
        }
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of(WORKERS, Integer.toString(workers));
    }

    private static boolean isUnknown(String key) {
        return !key.equals(WORKERS) && NOT_OURS.stream().noneMatch(key::startsWith);
    }
}
