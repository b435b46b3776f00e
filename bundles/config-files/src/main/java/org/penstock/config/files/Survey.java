package org.penstock.config.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Everything in {@code etc/} that an operator may take for a configuration in force, and is none, but for what is kept back
 * because of what is in it.
 */
final class Survey {
    private final Path folder;
    private final Supplier<Takers> takers;

    Survey(Path folder, Supplier<Takers> takers) {
        this.folder = folder;
        this.takers = takers;
    }

    /**
     * What there is now, a line for each; by name.
     *
     * @throws IOException the folder cannot be listed
     */
    Map<String, String> look() throws IOException {
        Map<String, String> findings = new TreeMap<>();
        Map<String, String> bySmallName = new HashMap<>();
        Takers now = takers.get();
        for (String name : names(folder)) {
            Path file = folder.resolve(name);
            FileName meant = FileName.of(name);
            String why = why(file, meant, now);
            if (why == null && meant instanceof FileName.Configuration) {
                String twin = bySmallName.put(name.toLowerCase(Locale.ROOT), name);
                why = twin == null ? null : "it and " + twin + " differ in capitals only, and both are read";
            }
            if (why != null) {
                findings.put(name, Findings.line(name, why));
            }
        }
        return findings;
    }

    /** Null: nothing. */
    private static String why(Path file, FileName meant, Takers takers) throws IOException {
        if (Files.isDirectory(file)) {
            return holdsConfigurations(file, meant) ? "it is a folder, and nothing in it is read" : null;
        }
        if (meant instanceof FileName.Misnamed misnamed) {
            return misnamed.why();
        }
        if (!(meant instanceof FileName.Configuration configuration)) {
            return null;
        }
        if (!Files.exists(file)) {
            return Files.isSymbolicLink(file)
                    ? "it is a link to " + Files.readSymbolicLink(file) + ", which is not there"
                    : null;
        }
        if (!Files.isRegularFile(file)) {
            return Content.IRREGULAR;
        }
        if (!Files.isReadable(file)) {
            return Content.UNREADABLE;
        }
        return takers.take(configuration) ? null : untaken(configuration, takers);
    }

    private static String untaken(FileName.Configuration configuration, Takers takers) {
        return Owners.of(configuration)
                .map(bundle -> "bundle " + bundle + " takes it, which is not active")
                .orElseGet(() -> "nothing takes it; allowed are " + takers.allowed());
    }

    private static boolean holdsConfigurations(Path inner, FileName meant) {
        if (!(meant instanceof FileName.Other)) {
            return true;
        }
        try {
            return names(inner).stream().anyMatch(name -> !(FileName.of(name) instanceof FileName.Other));
        } catch (IOException e) {
            return false; // somebody else's
        }
    }

    private static List<String> names(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        }
        names.sort(null);
        return names;
    }
}
