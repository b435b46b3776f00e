package org.penstock.transport.nio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.WritePolicy;

/** Ways of breaking what is said of leftovers and of socket options. Those that copy do so above a transport that does not. */
enum WriteDefect implements Defect {
    COPIES_NOTHING {
        @Override
        public TransportOptions options(TransportOptions o) {
            return o.writing(WritePolicy.DEFAULT);
        }
    },
    COPIES_UNASKED {
        @Override
        public TransportOptions options(TransportOptions o) {
            return o.writing(new WritePolicy(1, 64 * 1024));
        }
    },
    KEEPS_THE_CALLERS_BUFFER {
        @Override
        Copies copies() {
            return new Copies() {
                @Override
                ByteBuffer copy(Wire w, ByteBuffer rest) {
                    return rest.duplicate();
                }
            };
        }
    },
    COPIES_WHATEVER_IT_IS {
        @Override
        Copies copies() {
            return new Copies();
        }
    },
    COPIES_INTO_A_BUFFER_EACH {
        @Override
        Copies copies() {
            return new Copies.Pooled();
        }
    },
    LETS_NEW_BYTES_PASS_COPIES {
        @Override
        Copies copies() {
            return new Copies() {
                @Override
                int writeNow(Wire w, ByteBuffer b) {
                    return w.sound.write(b);
                }
            };
        }
    },
    TELLS_ROOM_BEFORE_COPIES_ARE_OUT {
        @Override
        Copies copies() {
            return new Copies() {
                @Override
                boolean mayTellRoom(Wire w) {
                    return true;
                }
            };
        }
    },
    ENDS_THE_OUTPUT_BEFORE_COPIES {
        @Override
        Copies copies() {
            return new Copies() {
                @Override
                void end(Wire w) {
                    w.sound.shutdownOutput();
                }
            };
        }
    },
    LEAKS_COPIES {
        @Override
        Copies copies() {
            return new Copies.Pooled() {
                @Override
                void closed(Wire w) {
                    w.copies.clear();
                }
            };
        }
    },
    FORGETS_COPIES_IN_A_MOVE {
        @Override
        Copies copies() {
            return new Copies();
        }
    },
    IGNORES_THE_SEND_BUFFER {
        @Override
        public TransportOptions options(TransportOptions o) {
            return sized(o, 0, o.receiveBufferBytes());
        }
    },
    IGNORES_THE_RECEIVE_BUFFER {
        @Override
        public TransportOptions options(TransportOptions o) {
            return sized(o, o.sendBufferBytes(), 0);
        }
    },
    SIZES_UNASKED {
        @Override
        public TransportOptions options(TransportOptions o) {
            return sized(o, 100_000, 100_000);
        }
    },
    SIZES_THE_FIRST_TIME_ONLY {
        private static final int ENOUGH = 50_000;

        @Override
        public TransportOptions options(TransportOptions o) {
            return o.sendBufferBytes() > ENOUGH ? sized(o, 0, 0) : o;
        }
    },
    WAITS_TO_SEND_MORE {
        @Override
        public void detach(Wire w, Consumer<ParkedConnection> done) {
            w.sound.detach(p -> done.accept(without(StandardSocketOptions.TCP_NODELAY, p)));
        }
    },
    LOOKS_AFTER_NO_PEER {
        @Override
        public void detach(Wire w, Consumer<ParkedConnection> done) {
            w.sound.detach(p -> done.accept(without(StandardSocketOptions.SO_KEEPALIVE, p)));
        }
    };

    /** How it copies; null: it does not. */
    Copies copies() {
        return null;
    }

    private static TransportOptions sized(TransportOptions o, int sendBuffer, int receiveBuffer) {
        return new TransportOptions(
                o.name(), o.readBufferBytes(), sendBuffer, receiveBuffer, o.turnBytes(), o.writes());
    }

    private static ParkedConnection without(SocketOption<Boolean> option, ParkedConnection p) {
        try {
            p.channel().setOption(option, false);
            return p;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public TransportOptions options(TransportOptions o) {
        return copies() == null ? o : o.writing(WritePolicy.DEFAULT);
    }

    @Override
    public int write(Wire w, ByteBuffer b) {
        return copies() == null ? w.sound.write(b) : copies().write(w, b);
    }

    @Override
    public boolean isFlushed(Wire w) {
        return w.copies.isEmpty() && w.sound.isFlushed();
    }

    @Override
    public void wantWritable(Wire w) {
        w.roomWanted = true;
        w.sound.wantWritable();
    }

    @Override
    public void writable(Wire w) {
        if (copies() == null) {
            w.user.writable(w);
        } else {
            copies().writable(w);
        }
    }

    @Override
    public void shutdownOutput(Wire w) {
        if (copies() == null) {
            w.sound.shutdownOutput();
        } else {
            copies().end(w);
        }
    }

    @Override
    public void closed(Wire w, CloseReason reason) {
        if (copies() != null) {
            copies().closed(w);
        }
        w.user.closed(w, reason);
    }
}
