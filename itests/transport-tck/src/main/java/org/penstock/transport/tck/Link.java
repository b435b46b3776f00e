package org.penstock.transport.tck;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ParkedConnection;

/**
 * A connection under test, from outside the strand: each method does on the strand what it says and returns afterwards.
 * Those with a connection as argument are for reactions, which are on the strand already.
 */
final class Link {
    static final CloseReason DONE = new CloseReason(CloseReason.Kind.DONE, "the test is done");

    private final Recorder recorder;
    private final Outbox outbox = new Outbox();
    private Peer peer;
    private Lane lane;
    private Connection connection;

    Link(Recorder recorder) {
        this.recorder = recorder;
        recorder.on(Event.OPENED, outbox::pump).on(Event.WRITABLE, outbox::pump);
    }

    Recorder recorder() {
        return recorder;
    }

    Peer peer() {
        return peer;
    }

    Lane lane() {
        return lane;
    }

    /** For what is done on the strand. */
    Connection connection() {
        return connection;
    }

    void meets(Peer met) {
        peer = met;
    }

    /** Begins to connect; returns when that has been done. */
    void connect(Lane to, InetSocketAddress address) {
        to.run(() -> connectNow(to, address));
    }

    /** As {@link #connect}, from a task on the strand. */
    void connectNow(Lane to, InetSocketAddress address) {
        recorder.movesTo(to);
        servedBy(to, to.strand().connect(address, recorder));
    }

    /** On the strand. */
    private void servedBy(Lane serving, Connection c) {
        lane = serving;
        connection = c;
        recorder.expects(c);
    }

    void reading(boolean on) {
        lane.run(() -> reading(connection, on));
    }

    void reading(Connection c, boolean on) {
        recorder.reading(on);
        c.reading(on);
    }

    /** Begins to send; {@link #awaitSent} tells when all is out. */
    void send(long bytes) {
        lane.run(() -> {
            outbox.add(bytes);
            outbox.pump(connection);
        });
    }

    /** Before it is served: the next bytes of the stream reach the peer by another way. */
    void skip(long bytes) {
        outbox.skip(bytes);
    }

    void endAfterwards() {
        lane.run(() -> {
            outbox.endThen();
            outbox.pump(connection);
        });
    }

    /** Sends no more than it has, and ends the output; again: changes nothing. */
    void stopSending() {
        lane.run(() -> {
            outbox.stop();
            outbox.endThen();
            outbox.pump(connection);
        });
    }

    void awaitSent() {
        Waits.until(() -> lane.call(outbox::isDone), () -> "all sent; " + outbox.sent() + " are, " + recorder);
    }

    long sent() {
        return lane.call(outbox::sent);
    }

    /** Returns when the socket takes nothing more of what is being sent. */
    void awaitStandstill() {
        long before;
        do {
            before = sent();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        } while (sent() != before);
    }

    int write(ByteBuffer b) {
        return lane.call(() -> connection.write(b));
    }

    void close() {
        close(DONE);
    }

    void close(CloseReason reason) {
        lane.run(() -> connection.close(reason));
    }

    /** Closes now, or as soon as all that was written is the system's. Nothing more is sent. */
    void closeWhenFlushed() {
        recorder.on(Event.WRITABLE, Link::closeIfFlushed);
        lane.run(() -> closeIfFlushed(connection));
    }

    private static void closeIfFlushed(Connection c) {
        if (c.isFlushed()) {
            c.close(DONE);
        } else {
            c.wantWritable();
        }
    }

    /** Detaches now; the parked connection comes later. */
    CompletionStage<ParkedConnection> detach() {
        CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
        lane.run(() -> detach(connection, parked));
        return parked;
    }

    void detach(Connection c, CompletableFuture<ParkedConnection> parked) {
        recorder.expectsNothing();
        Lane from = lane;
        c.detach(p -> from.watch().run("detached", () -> parked.complete(p)));
    }

    /** Adopts on the strand; returns when that has been done. */
    void adopt(Lane to, ParkedConnection parked) {
        to.run(() -> adoptNow(to, parked));
    }

    /** As {@link #adopt}, from a task on the strand. */
    void adoptNow(Lane to, ParkedConnection parked) {
        recorder.movesTo(to);
        ParkedConnection carried =
                lane == null || lane == to ? parked : to.pool().carriedFrom(lane.pool(), parked);
        servedBy(to, to.strand().adopt(carried, recorder));
    }

    /** Detaches, and adopts on another strand or on the same; reads there or not. */
    void move(Lane to, boolean reads) {
        ParkedConnection parked = Waits.get(detach(), "detach");
        to.run(() -> {
            adoptNow(to, parked);
            reading(connection, reads);
        });
    }
}
