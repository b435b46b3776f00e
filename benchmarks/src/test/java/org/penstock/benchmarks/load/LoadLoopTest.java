package org.penstock.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.benchmarks.loop.ServerLoop;
import org.penstock.benchmarks.wire.Loopback;
import org.penstock.benchmarks.wire.Role;

@Timeout(30)
class LoadLoopTest {
    @Test
    void sessionsAtWorkAreAnsweredAndHeldOnesAreNot() throws Exception {
        try (ServerLoop server = Loopback.bare(Role.ECHO)) {
            LoadLoop loop = started(server.port());
            hold(loop, 100);
            open(loop, 5);
            assertEquals(0, cut(loop).answered());
            loop.post(loop::workClosed);
            Window window = awaitWindow(loop, w -> w.answered() > 0);
            assertTrue(window.isWhole(), window.line());
            assertTrue(window.longestNanos() >= window.p999Nanos() && window.p99Nanos() > 0, window.line());
            loop.post(loop::rest);
        }
    }

    @Test
    void aPacedLoadAsksAsOftenAsItShould() throws Exception {
        try (ServerLoop server = Loopback.bare(Role.ECHO)) {
            LoadLoop loop = started(server.port());
            open(loop, 4);
            long begin = System.nanoTime();
            loop.post(() -> loop.workPaced(2_000));
            long answered = 0;
            while (answered < 200) {
                answered += cut(loop).answered();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            assertTrue(answered <= 2_000 * seconds + 4, answered + " answers in " + seconds + " s");
        }
    }

    @Test
    void aWrongAnswerIsAFailureAndTheSessionBeginsAnew() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> {
            byte[] request = in.readNBytes(Request.BYTES);
            out.write(request);
            request = in.readNBytes(Request.BYTES);
            request[Request.BYTES - 1] ^= 1;
            out.write(request);
        })) {
            LoadLoop loop = started(server.getLocalPort());
            open(loop, 1);
            loop.post(loop::workClosed);
            Window window = awaitWindow(loop, w -> w.failed() > 0);
            assertFalse(window.isWhole(), window.line());
            assertTrue(awaitWindow(loop, w -> w.reconnects() > 0).reconnects() > 0);
        }
    }

    @Test
    void anAnswerThatDoesNotComeCountsWithItsAge() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> {
            out.write(in.readNBytes(Request.BYTES));
            in.transferTo(OutputStream.nullOutputStream()); // answers no more
        })) {
            LoadLoop loop = started(server.getLocalPort());
            open(loop, 1);
            loop.post(loop::workClosed);
            Window window = awaitWindow(loop, w -> w.longestNanos() > 50_000_000);
            assertEquals(0, window.answered());
        }
    }

    @Test
    void aHeldSessionThatGoesAwayIsMissed() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> out.write(in.readNBytes(Request.BYTES)))) {
            LoadLoop loop = started(server.getLocalPort());
            hold(loop, 1);
            assertEquals(1, awaitWindow(loop, w -> w.lost() > 0).lost());
            assertEquals(1, cut(loop).lost());
        }
    }

    @Test
    void sessionsNobodyAcceptsAreSaidAtOnce() throws Exception {
        int nobody;
        try (ServerSocket gone = Loopback.serving((in, out) -> {})) {
            nobody = gone.getLocalPort();
        }
        LoadLoop loop = started(nobody);
        ExecutionException e = assertThrows(ExecutionException.class, () -> open(loop, 3));
        assertTrue(e.getCause().getMessage().contains("refused"), e.toString());
    }

    private static LoadLoop started(int port) throws IOException {
        LoadLoop loop = new LoadLoop(Loopback.at(port));
        Thread thread = new Thread(loop, "load");
        thread.setDaemon(true);
        thread.start();
        return loop;
    }

    private static Window cut(LoadLoop loop) throws Exception {
        return loop.call(loop::cut).get();
    }

    private static Window awaitWindow(LoadLoop loop, Predicate<Window> awaited) throws Exception {
        Window window = cut(loop);
        while (!awaited.test(window)) {
            window = cut(loop);
        }
        return window;
    }

    private static void open(LoadLoop loop, int sessions) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.post(() -> loop.open(sessions, done));
        done.get();
    }

    private static void hold(LoadLoop loop, int sessions) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.post(() -> loop.hold(sessions, done));
        done.get();
    }
}
