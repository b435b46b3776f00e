package org.penstock.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the figures depend on most.
 *
 * @param cpus how many this process may use
 * @param kernel its release
 * @param jdk version and vendor
 * @param filesystem type of the one that data is written to
 */
public record Machine(int cpus, String kernel, String jdk, String filesystem) {
    /**
     * @param data a folder on the file system in question
     */
    public static Machine here(Path data) throws IOException {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.version"),
                System.getProperty("java.vm.version") + " " + System.getProperty("java.vendor"),
                Files.getFileStore(data).type());
    }
}
