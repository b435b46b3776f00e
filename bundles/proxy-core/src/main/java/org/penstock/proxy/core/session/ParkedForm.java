package org.penstock.proxy.core.session;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.penstock.codec.api.SessionFacts;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.ParkedSession;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;

/**
 * Between a {@link SessionForm} and what the keeper keeps: sockets, buffers in a fixed order, and bytes for all else. A
 * later version of the core reads what an earlier one wrote.
 */
final class ParkedForm {
    private static final int VERSION = 1;

    private ParkedForm() {}

    /** @param words for its client, where it does not go on */
    static ParkedSession write(SessionForm form, Optional<ByteBuffer> words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        List<ByteBuffer> buffers = new ArrayList<>();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            writeFacts(form.facts(), out);
            out.writeUTF(form.phase().name());
            writeText(form.endReason(), out);
            out.writeLong(form.lastActive());
            writeConnection(form.duplex().client(), out, buffers);
            writeConnection(form.duplex().server(), out, buffers);
            writeFlow(form.duplex().up(), out, buffers);
            writeFlow(form.duplex().down(), out, buffers);
            out.writeLong(form.observed().exchanges());
            out.writeBoolean(form.observed().openRecorded());
            out.writeBoolean(form.observed().endRecorded());
            out.writeBoolean(form.observed().opaque());
            writeText(form.observed().opaqueReason(), out);
            writeOptional(form.observed().checkpoint(), out);
            writeBytes(form.observed().records(), out);
            out.writeBoolean(form.observed().inFlight());
            out.writeLong(unreadBytes(form.duplex().client()));
            out.writeLong(unreadBytes(form.duplex().server()));
        } catch (IOException e) {
            throw new IllegalStateException("memory refused to be written to", e);
        }
        return new ParkedSession(
                form.facts().proxy(),
                form.facts().session(),
                channel(form.duplex().client()),
                channel(form.duplex().server()),
                buffers,
                bytes.toByteArray(),
                words.map(ParkedForm::bytes).orElse(new byte[0]));
    }

    private static long unreadBytes(ParkedConnection c) {
        return c == null
                ? 0
                : c.unread().stream().mapToLong(ByteBuffer::remaining).sum();
    }

    /** @throws IOException it was written by a version this one does not know, or is damaged */
    static SessionForm read(ParkedSession parked) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(parked.state()));
        return read(in, parked.client(), parked.server(), parked.buffers().iterator());
    }

    /**
     * Without sockets and buffers: what was in those is given up.
     *
     * @throws IOException as above
     */
    static SessionForm read(ClosedSession closed) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(closed.state()));
        SessionForm form = read(in, null, null, Collections.emptyIterator());
        return in.available() == 0 ? form : form.missed(in.readLong(), in.readLong()); // the first versions did not say
    }

    private static SessionForm read(
            DataInputStream in, SocketChannel client, SocketChannel server, Iterator<ByteBuffer> buffers)
            throws IOException {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException("a session of form " + version + "; this core reads form " + VERSION);
        }
        return new SessionForm(
                readFacts(in),
                Phase.valueOf(in.readUTF()),
                readText(in),
                in.readLong(),
                new Duplex.Form(
                        readConnection(client, in, buffers),
                        readConnection(server, in, buffers),
                        readFlow(in, buffers),
                        readFlow(in, buffers)),
                readObserved(in));
    }

    private static Observation.Form readObserved(DataInputStream in) throws IOException {
        long exchanges = in.readLong();
        boolean openRecorded = in.readBoolean();
        boolean endRecorded = in.readBoolean();
        boolean opaque = in.readBoolean();
        String opaqueReason = readText(in);
        Optional<ByteBuffer> checkpoint = readOptional(in);
        byte[] records = readBytes(in);
        boolean inFlight = in.available() == 0 || in.readBoolean(); // the first versions did not say
        return new Observation.Form(
                exchanges, openRecorded, endRecorded, opaque, opaqueReason, checkpoint, inFlight, records);
    }

    private static SocketChannel channel(ParkedConnection c) {
        return c == null ? null : c.channel();
    }

    private static void writeFacts(SessionFacts facts, DataOutput out) throws IOException {
        writeText(facts.proxy(), out);
        writeText(facts.protocol(), out);
        out.writeLong(facts.session());
        writeAddress(facts.client(), out);
        writeAddress(facts.server(), out);
        out.writeLong(facts.openedNanos());
    }

    private static SessionFacts readFacts(DataInput in) throws IOException {
        return new SessionFacts(
                readText(in), readText(in), in.readLong(), readAddress(in), readAddress(in), in.readLong());
    }

    private static void writeAddress(InetSocketAddress address, DataOutput out) throws IOException {
        writeText(address.getHostString(), out);
        writeBytes(address.getAddress().getAddress(), out);
        out.writeInt(address.getPort());
    }

    private static InetSocketAddress readAddress(DataInput in) throws IOException {
        String host = readText(in);
        return new InetSocketAddress(InetAddress.getByAddress(host, readBytes(in)), in.readInt());
    }

    private static void writeConnection(ParkedConnection c, DataOutput out, List<ByteBuffer> buffers)
            throws IOException {
        out.writeBoolean(c != null);
        if (c == null) {
            return;
        }
        out.writeBoolean(c.connecting());
        out.writeBoolean(c.inputEnded());
        out.writeBoolean(c.outputShut());
        writeBuffers(c.unread(), out, buffers);
        writeBuffers(c.unwritten(), out, buffers);
        out.writeUTF(c.lost().map(r -> r.kind().name()).orElse(""));
        writeText(c.lost().map(CloseReason::text).orElse(""), out);
    }

    private static ParkedConnection readConnection(SocketChannel channel, DataInput in, Iterator<ByteBuffer> buffers)
            throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        boolean connecting = in.readBoolean();
        boolean inputEnded = in.readBoolean();
        boolean outputShut = in.readBoolean();
        List<ByteBuffer> unread = readBuffers(in, buffers);
        List<ByteBuffer> unwritten = readBuffers(in, buffers);
        Optional<CloseReason> lost = readLost(in);
        return channel == null
                ? null
                : new ParkedConnection(channel, connecting, inputEnded, outputShut, unread, unwritten, lost);
    }

    private static Optional<CloseReason> readLost(DataInput in) throws IOException {
        String kind = in.readUTF();
        String text = readText(in);
        return kind.isEmpty() ? Optional.empty() : Optional.of(new CloseReason(CloseReason.Kind.valueOf(kind), text));
    }

    private static void writeFlow(FlowForm flow, DataOutput out, List<ByteBuffer> buffers) throws IOException {
        out.writeUTF(flow.input().name());
        out.writeBoolean(flow.shut());
        out.writeLong(flow.received());
        out.writeLong(flow.passed());
        writeBuffers(flow.undecoded() == null ? List.of() : List.of(flow.undecoded()), out, buffers);
        writeBuffers(flow.unrecorded(), out, buffers);
        writeBuffers(flow.unwritten(), out, buffers);
        writeBuffers(flow.words(), out, buffers);
    }

    private static FlowForm readFlow(DataInput in, Iterator<ByteBuffer> buffers) throws IOException {
        Flow.Input input = Flow.Input.valueOf(in.readUTF());
        boolean shut = in.readBoolean();
        long received = in.readLong();
        long passed = in.readLong();
        List<ByteBuffer> undecoded = readBuffers(in, buffers);
        return new FlowForm(
                input,
                shut,
                received,
                passed,
                undecoded.isEmpty() ? null : undecoded.get(0),
                readBuffers(in, buffers),
                readBuffers(in, buffers),
                readBuffers(in, buffers));
    }

    private static void writeBuffers(List<ByteBuffer> some, DataOutput out, List<ByteBuffer> buffers)
            throws IOException {
        out.writeInt(some.size());
        buffers.addAll(some);
    }

    private static List<ByteBuffer> readBuffers(DataInput in, Iterator<ByteBuffer> buffers) throws IOException {
        List<ByteBuffer> some = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            if (buffers.hasNext()) { // else the keeper has given them back
                some.add(buffers.next());
            }
        }
        return some;
    }

    private static void writeOptional(Optional<ByteBuffer> bytes, DataOutput out) throws IOException {
        out.writeBoolean(bytes.isPresent());
        if (bytes.isPresent()) {
            writeBytes(bytes(bytes.get()), out);
        }
    }

    private static byte[] bytes(ByteBuffer b) {
        byte[] copy = new byte[b.remaining()];
        b.duplicate().get(copy);
        return copy;
    }

    private static Optional<ByteBuffer> readOptional(DataInput in) throws IOException {
        return in.readBoolean() ? Optional.of(ByteBuffer.wrap(readBytes(in))) : Optional.empty();
    }

    private static void writeText(String text, DataOutput out) throws IOException {
        writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
    }

    private static String readText(DataInput in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}
