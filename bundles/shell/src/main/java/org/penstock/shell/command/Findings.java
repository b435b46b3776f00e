package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.penstock.proxy.api.ProxyStatus;

/**
 * What is wrong in {@code etc/} as far as nobody has taken it: files kept back, names that nothing reads.
 *
 * @param lines by the file's name, with which each begins
 */
record Findings(Map<String, String> lines) {
    /** Of the service of the bundle config-files. */
    static final String TARGET = "(penstock.supplies=configuration-findings)";

    private static final String BEFORE = "org.penstock.proxy-";
    private static final String BEHIND = ".cfg";

    /** The service may be null: nobody looks. */
    static Findings of(Supplier<Map<String, String>> service) {
        return new Findings(Optional.ofNullable(service).map(Supplier::get).orElse(Map.of()));
    }

    /** Of files that ought to be proxies, and are none: waiting does not make them known. */
    List<String> ofUnknown(Collection<ProxyStatus> known) {
        return lines.entrySet().stream()
                .filter(e -> isProxy(e.getKey())
                        && known.stream().noneMatch(p -> e.getKey().equals(BEFORE + p.name() + BEHIND)))
                .map(e -> Text.line(e.getValue()))
                .toList();
    }

    private static boolean isProxy(String file) {
        return file.startsWith(BEFORE) && file.endsWith(BEHIND);
    }

    void print(PrintStream out) {
        lines.values().forEach(line -> out.println("configuration: " + Text.line(line)));
    }
}
