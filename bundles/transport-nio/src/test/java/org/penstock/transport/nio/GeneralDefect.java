package org.penstock.transport.nio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.TransportOptions;

/** Ways of breaking what the contract says of all but leftovers and options; each is what a careless transport would do. */
enum GeneralDefect implements Defect {
    OPENS_TWICE {
        @Override
        public void opened(Wire w) {
            w.user.opened(w);
            w.user.opened(w);
        }
    },
    OPENS_WITHIN_CONNECT {
        @Override
        public void connects(Wire w) {
            w.user.opened(w);
        }
    },
    FORGETS_REFUSED_CONNECTS {
        @Override
        public void closed(Wire w, CloseReason reason) {
            if (reason.kind() != CloseReason.Kind.CONNECT_REFUSED) {
                w.user.closed(w, reason);
            }
        }
    },
    READS_WHILE_OFF {
        @Override
        public void reading(Wire w, boolean on) {
            w.sound.reading(true);
        }
    },
    LOSES_A_BYTE {
        @Override
        public void read(Wire w, ByteBuffer b) {
            if (b.remaining() > 1) {
                b.get();
            }
            w.user.read(w, b);
        }
    },
    IGNORES_THE_LARGEST_READ {
        @Override
        public TransportOptions options(TransportOptions o) {
            return new TransportOptions(o.name(), 1 << 20, o.sendBufferBytes(), o.receiveBufferBytes(), o.turnBytes());
        }
    },
    GIVES_BUFFERS_BACK_TOO {
        @Override
        public void read(Wire w, ByteBuffer b) {
            w.user.read(w, b);
            w.pool.release(b);
        }
    },
    LEAKS_BUFFERS {
        @Override
        public void inputEnded(Wire w) {
            w.pool.take(1);
            w.user.inputEnded(w);
        }
    },
    WRITES_TWICE {
        @Override
        public int write(Wire w, ByteBuffer b) {
            w.sound.write(b.duplicate());
            return w.sound.write(b);
        }
    },
    CLAIMS_TO_HAVE_WRITTEN_ALL {
        @Override
        public int write(Wire w, ByteBuffer b) {
            int all = b.remaining();
            w.sound.write(b);
            b.position(b.limit());
            return all;
        }
    },
    CLAIMS_TO_HAVE_FLUSHED_ALL {
        @Override
        public boolean isFlushed(Wire w) {
            return true;
        }
    },
    FORGETS_WRITABLE {
        @Override
        public void writable(Wire w) {
            // lost
        }
    },
    TELLS_WRITABLE_AGAIN_AND_AGAIN {
        @Override
        public void writable(Wire w) {
            w.user.writable(w);
            w.sound.wantWritable();
        }
    },
    ENDS_BOTH_DIRECTIONS {
        @Override
        public void shutdownOutput(Wire w) {
            w.sound.close(new CloseReason(CloseReason.Kind.DONE, "both"));
        }
    },
    ENDS_OUTPUT_WITH_INPUT {
        @Override
        public void inputEnded(Wire w) {
            w.sound.shutdownOutput();
            w.user.inputEnded(w);
        }
    },
    TELLS_THE_END_TWICE {
        @Override
        public void inputEnded(Wire w) {
            w.user.inputEnded(w);
            w.user.inputEnded(w);
        }
    },
    CALLS_A_RESET_AN_ERROR {
        @Override
        public void closed(Wire w, CloseReason reason) {
            w.user.closed(w, new CloseReason(CloseReason.Kind.IO_ERROR, reason.text()));
        }
    },
    TAKES_A_RESET_FOR_AN_END {
        @Override
        public void closed(Wire w, CloseReason reason) {
            if (reason.kind() == CloseReason.Kind.RESET) {
                w.user.inputEnded(w);
            } else {
                w.user.closed(w, reason);
            }
        }
    },
    CLOSES_TWICE {
        @Override
        public void closed(Wire w, CloseReason reason) {
            w.user.closed(w, reason);
            w.user.closed(w, reason);
        }
    },
    CLOSES_WITHIN_CLOSE {
        @Override
        public void close(Wire w, CloseReason reason) {
            if (!w.over) {
                w.over = true;
                w.sound.close(reason);
                w.user.closed(w, reason);
            }
        }

        @Override
        public void closed(Wire w, CloseReason reason) {
            if (!w.over) {
                w.user.closed(w, reason);
            }
        }
    },
    FORGETS_THE_REASON {
        @Override
        public void close(Wire w, CloseReason reason) {
            w.sound.close(new CloseReason(CloseReason.Kind.DONE, "closed"));
        }
    },
    IGNORES_WHAT_HANDLERS_THROW {
        @Override
        public void read(Wire w, ByteBuffer b) {
            try {
                w.user.read(w, b);
            } catch (RuntimeException | Error e) {
                // swallowed
            }
        }
    },
    RUNS_TASKS_AT_ONCE {
        @Override
        public void execute(Strand s, Runnable task) {
            if (Thread.currentThread().getName().startsWith("tck")) {
                task.run();
            } else {
                s.execute(task);
            }
        }
    },
    SWALLOWS_TASKS_AFTER_CLOSE {
        @Override
        public void execute(Strand s, Runnable task) {
            try {
                s.execute(task);
            } catch (RejectedExecutionException e) {
                // swallowed
            }
        }
    },
    LOSES_A_TASK_NOW_AND_THEN {
        @Override
        public void execute(Strand s, Runnable task) {
            if (ThreadLocalRandom.current().nextInt(100) != 0) {
                s.execute(task);
            }
        }
    },
    RUNS_TIMERS_EARLY {
        @Override
        public Cancellable schedule(Strand s, Runnable task, long delayNanos) {
            return s.schedule(task, delayNanos / 2);
        }
    },
    DOES_NOT_CANCEL {
        @Override
        public Cancellable schedule(Strand s, Runnable task, long delayNanos) {
            s.schedule(task, delayNanos);
            return () -> {};
        }
    },
    ASKS_AN_EMPTY_POOL_AGAIN_AND_AGAIN {
        @Override
        public BufferPool pool(BufferPool p) {
            return waking(p, Runnable::run);
        }
    },
    DOES_NOT_GO_ON_AFTER_AN_EMPTY_POOL {
        @Override
        public BufferPool pool(BufferPool p) {
            return waking(p, wake -> {
                // forgotten
            });
        }
    },
    KNOWS_NO_TURNS {
        @Override
        public TransportOptions options(TransportOptions o) {
            return new TransportOptions(
                    o.name(), o.readBufferBytes(), o.sendBufferBytes(), o.receiveBufferBytes(), Integer.MAX_VALUE);
        }
    },
    SPINS {
        @Override
        public void openedStrand(Strand s) {
            s.execute(() -> again(s));
        }

        private void again(Strand s) {
            try {
                s.execute(() -> again(s));
            } catch (RejectedExecutionException e) {
                // the end
            }
        }
    },
    SKIPS_SELECT_NOW {
        @Override
        public int select(Selector s, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
            return timeoutMillis == 0 ? 0 : super.select(s, ready, timeoutMillis);
        }
    },
    CALLS_AFTER_DETACH {
        @Override
        public void detach(Wire w, Consumer<ParkedConnection> done) {
            w.sound.detach(parked -> {
                w.user.writable(w);
                done.accept(parked);
            });
        }
    },
    LOSES_A_BYTE_WHEN_DETACHED {
        @Override
        public void detach(Wire w, Consumer<ParkedConnection> done) {
            w.sound.detach(parked -> {
                try {
                    parked.channel().read(ByteBuffer.allocate(1));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                done.accept(parked);
            });
        }
    },
    FORGETS_THAT_IT_IS_LOST {
        @Override
        public void detach(Wire w, Consumer<ParkedConnection> done) {
            w.sound.detach(p -> done.accept(new ParkedConnection(
                    p.channel(),
                    p.connecting(),
                    p.inputEnded(),
                    p.outputShut(),
                    p.unread(),
                    p.unwritten(),
                    java.util.Optional.empty())));
        }
    },
    DROPS_UNREAD_BYTES {
        @Override
        public ParkedConnection adopting(ParkedConnection p) {
            return with(p, p.inputEnded(), List.of(), p.unwritten());
        }
    },
    DROPS_UNWRITTEN_BYTES {
        @Override
        public ParkedConnection adopting(ParkedConnection p) {
            return with(p, p.inputEnded(), p.unread(), List.of());
        }
    },
    TELLS_THE_END_AGAIN_WHEN_ADOPTED {
        @Override
        public ParkedConnection adopting(ParkedConnection p) {
            return with(p, false, p.unread(), p.unwritten());
        }
    },
    SAYS_CLOSED_AND_IS_NOT {
        @Override
        public CompletionStage<Void> close(Strand s) {
            return CompletableFuture.completedFuture(null);
        }
    },
    LEAVES_STRANDS_WHEN_DEACTIVATED {
        @Override
        public void deactivate(NioTransport t) {
            // forgotten
        }
    };

    /** The same pool but for those that wait for it. */
    private static BufferPool waking(BufferPool p, Consumer<Runnable> whenAvailable) {
        return new BufferPool() {
            @Override
            public ByteBuffer take(int preferredBytes) {
                return p.take(preferredBytes);
            }

            @Override
            public void release(ByteBuffer b) {
                p.release(b);
            }

            @Override
            public void whenAvailable(Runnable wake) {
                whenAvailable.accept(wake);
            }
        };
    }

    private static ParkedConnection with(
            ParkedConnection p, boolean inputEnded, List<ByteBuffer> unread, List<ByteBuffer> unwritten) {
        return new ParkedConnection(
                p.channel(), p.connecting(), inputEnded, p.outputShut(), unread, unwritten, p.lost());
    }
}
