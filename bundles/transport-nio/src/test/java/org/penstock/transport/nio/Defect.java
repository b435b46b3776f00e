package org.penstock.transport.nio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;

/** A way of breaking a transport's contract: what it does not do otherwise goes through as it is. */
interface Defect {
    /** Every one. */
    static List<Defect> all() {
        return Stream.<Defect[]>of(GeneralDefect.values(), WriteDefect.values())
                .flatMap(Stream::of)
                .toList();
    }

    /** @throws java.util.NoSuchElementException there is none of this name */
    static Defect named(String name) {
        return all().stream().filter(d -> d.toString().equals(name)).findAny().orElseThrow();
    }

    default int select(Selector s, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
        return Poller.select(s, ready, timeoutMillis);
    }

    default BufferPool pool(BufferPool p) {
        return p;
    }

    default TransportOptions options(TransportOptions o) {
        return o;
    }

    default void deactivate(NioTransport t) {
        t.deactivate();
    }

    default void openedStrand(Strand s) {}

    default void execute(Strand s, Runnable task) {
        s.execute(task);
    }

    default Cancellable schedule(Strand s, Runnable task, long delayNanos) {
        return s.schedule(task, delayNanos);
    }

    default CompletionStage<Void> close(Strand s) {
        return s.close();
    }

    default void connects(Wire w) {}

    default ParkedConnection adopting(ParkedConnection p) {
        return p;
    }

    default int write(Wire w, ByteBuffer b) {
        return w.sound.write(b);
    }

    default void wantWritable(Wire w) {
        w.sound.wantWritable();
    }

    default void reading(Wire w, boolean on) {
        w.sound.reading(on);
    }

    default void shutdownOutput(Wire w) {
        w.sound.shutdownOutput();
    }

    default void close(Wire w, CloseReason reason) {
        w.sound.close(reason);
    }

    default boolean isFlushed(Wire w) {
        return w.sound.isFlushed();
    }

    default void detach(Wire w, Consumer<ParkedConnection> done) {
        w.sound.detach(done);
    }

    default void opened(Wire w) {
        w.user.opened(w);
    }

    default void read(Wire w, ByteBuffer b) {
        w.user.read(w, b);
    }

    default void inputEnded(Wire w) {
        w.user.inputEnded(w);
    }

    default void writable(Wire w) {
        w.user.writable(w);
    }

    default void closed(Wire w, CloseReason reason) {
        w.user.closed(w, reason);
    }
}
