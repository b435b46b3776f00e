package org.penstock.transport.aio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.descriptor.SocketDescriptors;

@Timeout(60)
final class SelfTestTest {
    private static final String OPTION = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";

    @Test
    void whereSocketsCanBeTakenOverTheyAre() {
        Access access = SelfTest.run(SocketDescriptors::open);
        assertEquals("", access.problem());
        assertTrue(access.isOpen());
        AioTransport transport = new AioTransport(access, Poller::select);
        assertTrue(transport.traits().adopts());
        transport.deactivate();
    }

    @Test
    void whereTheyCannotItIsSaidWhy() {
        Access access = SelfTest.run(() -> {
            throw new UnsupportedOperationException("no way");
        });
        assertFalse(access.isOpen());
        assertEquals("no way", access.problem());
    }

    @Test
    void nothingIsLeftOfTheTrial() {
        SelfTest.run(SocketDescriptors::open); // what the JDK opens once for all is open afterwards
        int before = descriptors();
        for (int i = 0; i < 10; i++) {
            SelfTest.run(SocketDescriptors::open);
        }
        assertTrue(descriptors() <= before, () -> "from " + before + " descriptors to " + descriptors());
        assertTrue(
                Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(t -> t.isAlive() && t.getName().startsWith("self-test")),
                "a thread is left");
    }

    private static int descriptors() {
        String[] names = new File("/proc/self/fd").list();
        return names == null ? 0 : names.length;
    }

    /** Run in a Java of its own. */
    static final class Started {
        private Started() {}

        public static void main(String[] args) {
            try {
                AioTransport transport = new AioTransport();
                System.out.println(transport.traits().adopts());
                transport.deactivate();
            } catch (IllegalStateException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    private static String started(String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Started.class.getName()));
        Process java = new ProcessBuilder(command).start();
        return new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void theOptionMakesTheDifference() throws IOException {
        assertEquals("true", started(OPTION));
        assertEquals("false", started());
    }

    /** The JDK can be told to try no read at once; then a read that has no buffer would never get one. */
    @Test
    void aJavaThatTriesNothingAtOnceIsRefused() throws IOException {
        String said = started(OPTION, "-Dsun.nio.ch.disableSynchronousRead=true");
        assertTrue(said.startsWith("refused: asynchronous channels do not work in this Java: "), said);
    }

    @Test
    void socketsOfTheOldProtocolOnlyAreTakenOverToo() throws IOException {
        assertEquals("true", started(OPTION, "-Djava.net.preferIPv4Stack=true"));
    }
}
