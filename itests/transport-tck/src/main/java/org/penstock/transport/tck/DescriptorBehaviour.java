package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process that has no descriptor left loses what it cannot open, and nothing else. Run in a process of its own, whose
 * limit is low; the subject's class needs a constructor without parameters.
 */
@Timeout(120)
public abstract class DescriptorBehaviour {
    private static final int LIMIT = 150;

    /**
     * In a container the virtual machine's compiler opens files at any time, to read how much memory there is: it would take
     * the descriptor that a connection has just given back, and is about to need where it arrives.
     */
    private static final List<String> NOTHING_OF_THE_MACHINES_OWN =
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:-UseContainerSupport");

    protected abstract TransportSubject subject();

    @Test
    void whoCannotBeOpenedIsToldAndTheOthersGoOn() throws IOException, InterruptedException {
        Assumptions.assumeTrue(new File("/bin/sh").canExecute(), "this system has no shell to set a limit with");
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -n " + LIMIT + " && exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(NOTHING_OF_THE_MACHINES_OWN);
        command.addAll(opened());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(
                List.of(DescriptorShortage.class.getName(), subject().getClass().getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(100, TimeUnit.SECONDS), said);
        assertEquals(0, process.exitValue(), said);
    }

    /** What this Java opens to everybody, which the transport may need. */
    private static List<String> opened() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens"))
                .toList();
    }
}
