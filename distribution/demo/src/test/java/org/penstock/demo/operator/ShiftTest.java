package org.penstock.demo.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ShiftTest {
    @TempDir
    Path folder;

    private final FakePenstock penstock = new FakePenstock();
    private final List<Swap> told = new ArrayList<>();

    @Test
    void everyPartIsChangedOnceInOrder() throws Exception {
        SwapLog log = work();
        assertEquals(
                List.of("penstock:swap transport bio", "penstock:swap transport nio", "update 18", "stop 9", "start 9"),
                penstock.typed);
        assertEquals(
                List.of(
                        "transport nio > bio",
                        "transport bio > nio",
                        "update transport-nio",
                        "stop, start recorder-journal"),
                log.swaps().stream().map(Swap::name).toList());
        assertTrue(log.swaps().stream().allMatch(Swap::done));
        assertEquals(log.swaps().size(), log.planned());
        assertEquals(log.swaps(), told);
    }

    @Test
    void aLineThatIsRefusedIsWrittenDownAndTheOthersGoOn() throws Exception {
        penstock.refusals.put("update 18", "bundle cannot be resolved");
        List<Swap> swaps = work().swaps();
        assertEquals(
                "update 18: status 1: bundle cannot be resolved", swaps.get(2).problem());
        assertEquals(3, swaps.stream().filter(Swap::done).count());
    }

    @Test
    void aTransportThatIsNotTheExpectedOneIsNotTakenForASwap() {
        penstock.transport = "bio";
        NotDone notDone = assertThrows(
                NotDone.class,
                () -> new Operation.SwapTransport("nio", "bio").run(new Console(penstock, Duration.ofMillis(50))));
        assertEquals("the transport in use is bio, not nio", notDone.getMessage());
    }

    @Test
    void whatIsSaidToBeDoneMustShow() {
        penstock.lazy = true;
        NotDone notDone = assertThrows(
                NotDone.class,
                () -> new Operation.SwapTransport("nio", "bio").run(new Console(penstock, Duration.ofMillis(50))));
        assertEquals("done, but after 50 ms the transport in use is not bio", notDone.getMessage());
    }

    @Test
    void aBundleThatIsNotThereIsNamed() {
        NotDone notDone = assertThrows(
                NotDone.class, () -> new Console(penstock, Duration.ofMillis(50)).bundle("org.penstock.transport-aio"));
        assertEquals("there is no bundle org.penstock.transport-aio", notDone.getMessage());
    }

    private SwapLog work() throws Exception {
        Path log = folder.resolve("swaps");
        new Shift(penstock, log, told::add).run(System.nanoTime(), Duration.ofMillis(50));
        return SwapLog.read(log);
    }
}
