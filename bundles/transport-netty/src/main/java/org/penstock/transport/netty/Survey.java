package org.penstock.transport.netty;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which kinds can be used here, and why the others cannot.
 *
 * @param usable tried, and in order
 * @param refused why not, in a line
 */
record Survey(List<Io> usable, Map<IoKind, String> refused) {
    Survey {
        usable = List.copyOf(usable);
    }

    /** Asks Netty, Java and the kernel, and tries what they allow. */
    static Survey here() {
        return of(IoKind::missing, IoKind::open);
    }

    /** Tests have other machines. */
    static Survey of(Function<IoKind, Optional<Throwable>> missing, Function<IoKind, Io> open) {
        List<Io> usable = new ArrayList<>();
        Map<IoKind, String> refused = new LinkedHashMap<>();
        for (IoKind kind : IoKind.values()) {
            Optional<String> why = missing.apply(kind).map(Reasons::of);
            if (why.isEmpty()) {
                why = tryOut(kind, open, usable);
            }
            why.ifPresent(reason -> refused.put(kind, reason));
        }
        return new Survey(usable, refused);
    }

    private static Optional<String> tryOut(IoKind kind, Function<IoKind, Io> open, List<Io> usable) {
        Io io;
        try {
            io = open.apply(kind);
        } catch (UnsupportedOperationException e) {
            return Optional.of(e.getMessage());
        }
        Optional<String> failure = kind.byDescriptor() ? SelfTest.failure(io) : Optional.empty();
        if (failure.isEmpty()) {
            usable.add(io);
        }
        return failure;
    }

    /** For the operator: what is not to be had, and why; empty where all is. */
    String note() {
        return refused.isEmpty()
                ? ""
                : refused.entrySet().stream()
                        .map(e -> e.getKey().transport() + " (" + e.getValue() + ")")
                        .collect(Collectors.joining(", ", "; not available here: ", ""));
    }
}
