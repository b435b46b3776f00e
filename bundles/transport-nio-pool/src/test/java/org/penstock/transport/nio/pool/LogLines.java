package org.penstock.transport.nio.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged from its making on, as the log of the tests has it (simplelogger.properties). */
final class LogLines {
    private static final Path LOG = Path.of("target/test.log");

    private final int from;

    LogLines() {
        LoggerFactory.getLogger(LogLines.class); // the first begins the file anew
        from = bytes().length;
    }

    private static byte[] bytes() {
        try {
            return Files.readAllBytes(LOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those with that text. */
    List<String> with(String text) {
        byte[] all = bytes();
        return new String(Arrays.copyOfRange(all, from, all.length), StandardCharsets.UTF_8)
                .lines()
                .filter(l -> l.contains(text))
                .toList();
    }
}
