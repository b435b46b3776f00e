package org.penstock.proxy.core;

import java.util.ArrayList;
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
     * Those to use, the best first: in the order of their names, of each name {@code current} where it is of that name,
     * so that nothing moves just because another one came; else the newest. Last {@code current}, whatever its name: what
     * serves goes on serving until there is something better.
     */
    List<Generation<T>> candidates(List<String> names, Generation<T> current) {
        boolean stays = current != null && present.contains(current);
        List<Generation<T>> all = new ArrayList<>();
        for (String name : names) {
            if (stays && current.name().equals(name)) {
                all.add(current);
            } else {
                newest(name).ifPresent(all::add);
            }
        }
        if (stays && !all.contains(current)) {
            all.add(current);
        }
        return all;
    }

    /** Names there are, for a message. */
    String names() {
        List<String> names =
                present.stream().map(Generation::name).distinct().sorted().toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
