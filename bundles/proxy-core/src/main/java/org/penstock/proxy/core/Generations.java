package org.penstock.proxy.core;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The generations of one kind of service that are there now. Any thread. */
final class Generations<T> {
    private final List<Generation<T>> present = new CopyOnWriteArrayList<>();

    void add(Generation<T> g) {
        present.add(g);
    }

    /** Takes out the generation of a service that goes. */
    Optional<Generation<T>> remove(T service) {
        for (Generation<T> g : present) {
            if (g.service() == service) {
                present.remove(g);
                return Optional.of(g);
            }
        }
        return Optional.empty();
    }

    List<Generation<T>> all() {
        return List.copyOf(present);
    }

    boolean contains(Generation<T> g) {
        return present.contains(g);
    }

    /** The newest of that name. */
    Optional<Generation<T>> newest(String name) {
        return present.stream().filter(g -> g.name().equals(name)).max(Comparator.comparingLong(Generation::id));
    }

    /**
     * The one to use: of the first name that is there at all, {@code current} where it is among them, so that nothing
     * moves just because another one came; else the newest.
     */
    Optional<Generation<T>> choose(List<String> names, Generation<T> current) {
        for (String name : names) {
            if (current != null && current.name().equals(name) && present.contains(current)) {
                return Optional.of(current);
            }
            Optional<Generation<T>> newest = newest(name);
            if (newest.isPresent()) {
                return newest;
            }
        }
        return Optional.empty();
    }

    /** Names there are, for a message. */
    String names() {
        List<String> names =
                present.stream().map(Generation::name).distinct().sorted().toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
