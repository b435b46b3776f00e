package org.penstock.proxy.swap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.log.support.Reason;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SwapReport;
import org.penstock.proxy.api.SwapRequest;

@Timeout(30)
class SwapperTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final Map<String, String> configured = new ConcurrentHashMap<>(Map.of("a", "nio", "b", "nio"));
    private volatile ProxyControl core = FakeControl.with("a", "b");
    private Swapper swapper;

    private Swapper begin() {
        swapper =
                new Swapper(new Memory(new ChoiceFile(file())), name -> true, () -> core, () -> Map.copyOf(configured));
        return swapper;
    }

    private Path file() {
        return folder.resolve("state/swaps");
    }

    private FakeControl fake() {
        return (FakeControl) core;
    }

    @AfterEach
    void end() {
        if (swapper != null) {
            swapper.stop(PATIENCE);
        }
    }

    private SwapReport swap(String to, String proxy) {
        return swapper.swap(new SwapRequest(Family.TRANSPORT, to, Optional.ofNullable(proxy)));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(5);
        }
    }

    private void restart(FakeControl next) {
        swapper.stop(PATIENCE);
        core = next;
        begin();
        swapper.look();
    }

    @Test
    void aSwapIsDoneAndRemembered() {
        begin();
        SwapReport report = swap("bio", "a");
        assertTrue(report.done(), report.problem());
        assertEquals("bio", fake().transport("a"));
        assertEquals(List.of("proxy a uses bio instead of nio"), swapper.remembered());
    }

    @Test
    void whatTheConfigurationSaysNeedsNoMemory() {
        begin();
        swap("bio", null);
        assertEquals(2, swapper.remembered().size());
        swap("nio", null);
        assertEquals(List.of(), swapper.remembered());
    }

    @Test
    void whatWasNotDoneIsNotRemembered() {
        fake().instead((proxy, transport) -> FakeControl.failed(proxy, "nio", "no"));
        begin();
        assertFalse(swap("bio", "a").done());
        assertEquals(List.of(), swapper.remembered());
        assertFalse(Files.exists(file()));
    }

    @Test
    void aSecondSwapIsRefusedWhileOneRuns() throws Exception {
        CountDownLatch moving = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        fake().instead((proxy, transport) -> {
            moving.countDown();
            join(goOn);
            return null;
        });
        begin();
        CompletableFuture<SwapReport> first = CompletableFuture.supplyAsync(() -> swap("bio", "a"));
        moving.await();
        SwapReport second = swap("bio", "b");
        assertFalse(second.done());
        assertEquals("another swap is under way: a to bio; try again when it is done", second.problem());
        goOn.countDown();
        assertTrue(first.get().done());
        assertTrue(swap("bio", "b").done());
    }

    @Test
    void anInterruptOfTheCallerDoesNotCutItShort() {
        begin();
        Thread.currentThread().interrupt();
        SwapReport report = swap("bio", "a");
        assertTrue(Thread.interrupted(), "it is kept");
        assertTrue(report.done());
    }

    @Test
    void withoutACoreTheObstacleIsTold() {
        core = null;
        begin();
        assertTrue(swap("bio", "a").problem().contains("core is not in service"));
    }

    @Test
    void afterARestartItIsSetAgain() throws Exception {
        begin();
        swap("bio", "a");
        restart(FakeControl.with("a", "b"));
        await(() -> "bio".equals(fake().transport("a")));
        assertEquals("nio", fake().transport("b"));
        assertEquals(List.of("proxy a uses bio instead of nio"), swapper.remembered());
    }

    @Test
    void itIsSetAgainWhenProxyAndTransportComeLater() throws Exception {
        begin();
        swap("bio", "a");
        configured.clear();
        restart(new FakeControl());
        FakeControl late = fake();
        configured.put("a", "nio");
        late.proxy("a", "nio");
        late.service(Family.TRANSPORT, "nio");
        late.service(Family.TRANSPORT, "bio"); // nobody tells the swapper: it tries again by itself
        await(() -> "bio".equals(late.transport("a")));
    }

    @Test
    void aNewCoreIsToldAgain() throws Exception {
        begin();
        swap("bio", "a");
        core = FakeControl.with("a", "b");
        swapper.look();
        await(() -> "bio".equals(fake().transport("a")));
    }

    @Test
    void aChangedConfigurationCounts() throws Exception {
        begin();
        swap("bio", "a");
        configured.put("a", "nio,bio");
        swapper.look();
        await(() -> swapper.remembered().isEmpty());
        FakeControl fresh = FakeControl.with("a", "b");
        restart(fresh);
        assertTrue(swap("nio", "b").done(), "so what was to be set again has been looked at");
        assertEquals(List.of("b>nio"), fresh.asked());
    }

    @Test
    void aFileOfGarbageIsIgnored() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "garbage");
        begin();
        assertTrue(swap("bio", "a").done());
        assertEquals(List.of("proxy a uses bio instead of nio"), swapper.remembered());
    }

    @Test
    void aSwapThatCannotBeKeptIsDoneAndSaysSo() throws IOException {
        Files.writeString(folder.resolve("state"), "in the way");
        begin();
        SwapReport report = swap("bio", "a");
        assertTrue(report.done());
        assertTrue(report.problem().startsWith("not remembered over a restart"), report.problem());
        assertEquals(List.of(), swapper.remembered());
    }

    @Test
    void stoppedInTheMiddleItGoesBack() throws Exception {
        CountDownLatch moving = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        fake().instead((proxy, transport) -> {
            if (transport.equals("bio")) {
                moving.countDown();
                join(goOn);
            }
            return null;
        });
        begin();
        CompletableFuture<SwapReport> swap = CompletableFuture.supplyAsync(() -> swap("bio", null));
        moving.await();
        Thread stops = new Thread(() -> swapper.stop(PATIENCE));
        stops.start();
        await(() -> stops.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        assertFalse(swap.get().done());
        stops.join();
        assertEquals(List.of("a>bio", "a<nio"), fake().asked());
        assertTrue(swap("bio", "a").problem().contains("just being stopped"));
    }

    /** Its configuration went and came again, faster than anybody looked, with the same text. */
    @Test
    void aProxyThatWasMadeAnewIsMovedAgain() throws Exception {
        begin();
        swap("bio", "a");
        fake().proxy("a", "nio");
        swapper.look();
        await(() -> "bio".equals(fake().transport("a")));
    }

    @Test
    void oneThatThrowsWhenItIsSetAgainCostsTheOthersNothing() throws Exception {
        begin();
        swap("bio", null);
        FakeControl next = FakeControl.with("a", "b");
        next.instead((proxy, transport) -> {
            if (proxy.equals("a")) {
                throw new IllegalStateException("broken");
            }
            return null;
        });
        restart(next);
        await(() -> "bio".equals(next.transport("b")));
    }

    @Test
    void whatTheCoreThrowsIsToldInWords() {
        fake().instead((proxy, transport) -> {
            throw new IllegalStateException();
        });
        begin();
        assertEquals(
                "a: the core gave up: " + Reason.of(new IllegalStateException()),
                swap("bio", "a").problem());
    }

    /** Who starts the bundle may be of another one, the shell for example, which would stay in memory for it. */
    @Test
    void itsThreadHasNobodysClassLoader() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(new ClassLoader(before) {});
        try {
            begin();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        List<ClassLoader> loaders = new ArrayList<>();
        fake().instead((proxy, transport) -> {
            loaders.add(Thread.currentThread().getContextClassLoader());
            return null;
        });
        assertTrue(swap("bio", "a").done());
        assertEquals(Collections.singletonList(null), loaders);
    }

    private static void join(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody let it go on");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("a swap is never interrupted", e);
        }
    }
}
