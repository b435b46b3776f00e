package org.penstock.benchmarks.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A short command whose answer is wanted at once. */
final class Tool {
    private Tool() {}

    /**
     * What came of it.
     *
     * @param status its exit status
     * @param output all it wrote
     */
    record Answer(int status, String output) {
        String lastLine() {
            return output.lines().reduce("", (before, line) -> line.isBlank() ? before : line.strip());
        }
    }

    static Answer run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        Process process = builder.start();
        process.getOutputStream().close();
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(process.waitFor(), text);
        }
    }
}
