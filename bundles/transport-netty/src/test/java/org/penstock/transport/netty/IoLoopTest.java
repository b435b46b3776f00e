package org.penstock.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody is within the wakeup of a loop's handler when that gives back what its wakeup uses. */
@Timeout(30)
final class IoLoopTest {
    private static final long PATIENCE_MILLIS = 300;

    private final CountDownLatch within = new CountDownLatch(1);
    private final CountDownLatch destroyed = new CountDownLatch(1);
    private final CompletableFuture<Boolean> destroyedMeanwhile = new CompletableFuture<>();
    private final AtomicInteger wakeups = new AtomicInteger();
    private final IoLoop loop =
            IoLoop.open(owner -> new Watched(owner, IoKind.NIO.open().handlers().newHandler(owner)), () -> false);

    @Test
    void whoIsPutAsideWhileItWakesALoopThatEndsIsWaitedFor() throws Exception {
        CompletableFuture<Void> waking = CompletableFuture.runAsync(loop::wake);
        within.await();
        loop.own();
        loop.now();
        loop.end();
        waking.join();
        assertFalse(destroyedMeanwhile.get());
        assertEquals(0, destroyed.getCount());
    }

    @Test
    void aLoopThatHasEndedIsNotWoken() {
        loop.own();
        loop.end();
        loop.wake();
        assertEquals(0, wakeups.get());
    }

    /** A handler whose wakeup takes as long as it takes to be destroyed, or so. */
    private final class Watched implements IoHandler {
        private final ThreadAwareExecutor owner;
        private final IoHandler handler;

        Watched(ThreadAwareExecutor owner, IoHandler handler) {
            this.owner = owner;
            this.handler = handler;
        }

        @Override
        public void initialize() {
            handler.initialize();
        }

        @Override
        public int run(IoHandlerContext context) {
            return handler.run(context);
        }

        @Override
        public void prepareToDestroy() {
            handler.prepareToDestroy();
        }

        @Override
        public void destroy() {
            destroyed.countDown();
            handler.destroy();
        }

        @Override
        public IoRegistration register(IoHandle handle) throws Exception {
            return handler.register(handle);
        }

        @Override
        public void wakeup() {
            if (owner.isExecutorThread(Thread.currentThread())) {
                return; // as every handler does: it is awake
            }
            wakeups.incrementAndGet();
            within.countDown();
            try {
                destroyedMeanwhile.complete(destroyed.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                destroyedMeanwhile.completeExceptionally(e);
            }
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handleType) {
            return handler.isCompatible(handleType);
        }
    }
}
