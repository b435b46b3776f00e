package org.penstock.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.transport.support.descriptor.SocketDescriptors;

/** Java without the option that the launcher sets, as in a container of somebody else's. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
final class WithoutTheOptionTest {
    /** What another Java runs. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) {
            Survey.here().refused().forEach((kind, why) -> System.out.println(kind.transport() + ": " + why));
        }
    }

    @Test
    void nativeKindsAreRefusedWithWhatIsMissing(@TempDir Path folder) throws Exception {
        Path said = folder.resolve("said");
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .redirectOutput(said.toFile())
                .redirectError(new File("/dev/null"))
                .start();
        try {
            assertEquals(true, java.waitFor(40, TimeUnit.SECONDS), "it has not ended");
            String why = "Java was started without " + SocketDescriptors.OPTION;
            assertEquals(
                    List.of("netty-epoll: " + why, "netty-io_uring: " + why),
                    Files.readAllLines(said, StandardCharsets.UTF_8));
        } finally {
            java.destroyForcibly();
        }
    }
}
