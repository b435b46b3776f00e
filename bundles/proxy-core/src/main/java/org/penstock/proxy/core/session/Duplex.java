package org.penstock.proxy.core.session;

import org.penstock.codec.api.Side;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;

/** The two ends of a session, and the two flows between them. */
final class Duplex {
    /** As a value, while its session is parked with the keeper. Null as an end: its socket is gone, or there is none yet. */
    record Form(ParkedConnection client, ParkedConnection server, FlowForm up, FlowForm down) {
        /** With so many bytes more that were received and are given up. */
        Form missed(long fromClient, long fromServer) {
            return new Form(client, server, up.missed(fromClient), down.missed(fromServer));
        }
    }

    final End client;
    final End server;
    final Flow up;
    final Flow down;

    Duplex(Life life, SessionBuffers buffers, Observation observation, CodecChoice codecs) {
        client = new End(life, buffers, Side.CLIENT);
        server = new End(life, buffers, Side.SERVER);
        up = new Flow(life, buffers, observation, codecs, client, server);
        down = new Flow(life, buffers, observation, codecs, server, client);
        up.face(down);
        down.face(up);
        client.join(up, down);
        server.join(down, up);
    }

    boolean hasSocket() {
        return client.hasSocket() || server.hasSocket();
    }

    /** Nothing is on its way in either direction. */
    boolean isEmpty() {
        return up.isEmpty() && down.isEmpty();
    }

    /** Off every lane: nothing is on its way in either direction, nor with a transport that was left. */
    boolean isStill() {
        return isEmpty() && client.isStill() && server.isStill();
    }

    /** Nothing is lost by closing both sockets. */
    boolean isFlushed() {
        boolean clientIs = client.isFlushed(); // each is asked, since each asks for its writable
        return server.isFlushed() && clientIs;
    }

    void proceed(long now) {
        up.proceed(now);
        down.proceed(now);
    }

    void finishIfEnded(long now) {
        up.finishIfEnded(now);
        down.finishIfEnded(now);
    }

    /**
     * Puts the sockets that are between two transports onto this one.
     *
     * @throws RuntimeException it did not take one of them
     */
    void adopt(Strand strand) {
        client.adopt(strand);
        server.adopt(strand);
    }

    /** Takes both sockets off their transport; {@code left} is run twice, once for each. */
    void detach(Runnable left) {
        client.detach(left);
        server.detach(left);
    }

    void close(CloseReason reason) {
        up.discard();
        down.discard();
        client.close(reason);
        server.close(reason);
    }

    Form park() {
        return new Form(client.parked(), server.parked(), up.park(), down.park());
    }

    void resume(Form form) {
        up.resume(form.up());
        down.resume(form.down());
        client.resume(form.client());
        server.resume(form.server());
    }
}
