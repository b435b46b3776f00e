package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.api.MoveReport;

/**
 * A client that is accepted while its proxy moves to another transport. Without the gate, its session can be queued to a
 * strand after the task that takes all sessions off that strand, and ends with it.
 *
 * <p>The interleaving is made on purpose: the acceptor has chosen the old strand and is held just before it queues the
 * session. Then the move begins. With the gate it waits for the acceptor; without, it takes everybody off the old strand
 * and, just before that is closed, the session is queued to it.
 *
 * <p>Shown to fail by this mutation: neither {@code Acceptor.gate} nor {@code Acceptor.acceptSome} is synchronised, and
 * {@code open} is volatile instead. The move then ends without the session ("expected: 1 but was: 0"), which dies with its
 * strand, or stands still until it is offered again.
 */
@Timeout(60)
class AcceptorGateTest {
    @Test
    void aSessionOnItsWayToAStrandIsNotLeftBehindByAMove() throws Exception {
        try (ProxyRig rig = ProxyRig.serving("transport=old,nio")) {
            HookedTransport old = HookedTransport.nio();
            rig.come("old", old);
            rig.await(() -> rig.status().transport().equals("old"));

            AtomicBoolean held = new AtomicBoolean();
            CountDownLatch chosen = new CountDownLatch(1);
            CountDownLatch queue = new CountDownLatch(1);
            CountDownLatch queued = new CountDownLatch(1);
            old.beforeExecute = task -> {
                if (Thread.currentThread().getName().startsWith("penstock-accept") && held.compareAndSet(false, true)) {
                    chosen.countDown();
                    await(queue);
                    old.afterExecute = queued::countDown;
                }
            };
            old.beforeClose = () -> {
                queue.countDown();
                await(queued);
            };
            try (LineClient c = rig.client()) {
                await(chosen);
                AtomicReference<MoveReport> report = new AtomicReference<>();
                Thread operator = new Thread(() -> report.set(rig.proxies.move("test", "bio")));
                operator.start();
                rig.await(() -> operator.getState() == Thread.State.BLOCKED || queue.getCount() == 0);
                queue.countDown();
                assertEquals("re:a", c.ask("a"));
                operator.join();
                assertTrue(report.get().done(), report.toString());
                assertEquals(1, report.get().moved());
                assertEquals(0, report.get().lost());
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
