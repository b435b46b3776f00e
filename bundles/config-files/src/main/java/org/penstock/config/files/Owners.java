package org.penstock.config.files;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which bundle of Penstock's takes which configuration when it is active. One that is not there says nothing of itself, and
 * its files are right all the same.
 */
final class Owners {
    /** Bundles, named as their folders in the sources are, by the PID of a configuration that there is one of. */
    private static final Map<String, String> OF_ONE = Map.of(
            "org.penstock.codec.mysql", "codec-mysql",
            "org.penstock.journal", "journal-core",
            "org.penstock.recorder.journal", "recorder-journal",
            "org.penstock.shell.socket", "shell",
            "org.penstock.transport.nio.pool", "transport-nio-pool");

    /** The same where there is one for each name. */
    private static final Map<String, String> OF_MANY = Map.of("org.penstock.proxy", "proxy-core");

    private Owners() {}

    static Optional<String> of(FileName.Configuration file) {
        return Optional.ofNullable((file.named() ? OF_MANY : OF_ONE).get(file.pid()));
    }

    /** The files' names. */
    static Stream<String> files() {
        return Stream.concat(
                OF_ONE.keySet().stream().map(pid -> pid + FileName.ENDING),
                OF_MANY.keySet().stream().map(pid -> pid + FileName.NAMED));
    }
}
