package org.penstock.journal.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much of a file has no block on the disk. */
final class Holes {
    private static final long BLOCK = 512;

    private Holes() {}

    static long bytes(Path file) throws IOException {
        ProcessBuilder stat = new ProcessBuilder("stat", "-c", "%b", file.toString());
        Process process = stat.redirectErrorStream(true).start();
        String blocks = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);
        return Math.max(0, Files.size(file) - BLOCK * Long.parseLong(blocks.trim()));
    }
}
