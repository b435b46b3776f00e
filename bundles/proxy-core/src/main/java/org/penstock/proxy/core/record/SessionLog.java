package org.penstock.proxy.core.record;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.proxy.core.config.RecordLevel;
import org.penstock.proxy.core.config.Recording;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorder;
import org.penstock.recorder.api.SessionEnd;

/** A session's records, to every recorder it has. On the strand. */
public final class SessionLog {
    private final SessionFacts facts;
    private final RecordLevel level;
    private final boolean opaqueBytes;
    private final List<Tap> taps;

    private SessionLog(SessionFacts facts, RecordLevel level, boolean opaqueBytes, List<Tap> taps) {
        this.facts = facts;
        this.level = level;
        this.opaqueBytes = opaqueBytes;
        this.taps = taps;
    }

    /** Of a new session, as configured now; it stays as it is for the session's life. Recorders are not attached yet. */
    public static SessionLog create(
            SessionFacts facts, Recording recording, StreamOffsets offsets, Complaints complaints) {
        List<Tap> taps = new ArrayList<>();
        if (recording.level() != RecordLevel.OFF) {
            recording.recorders().forEach(name -> taps.add(new Tap(name, recording.overload(), offsets, complaints)));
        }
        return new SessionLog(facts, recording.level(), recording.opaqueBytes(), taps);
    }

    /** Whether bytes are recorded, those that are understood or the others. */
    public boolean wantsChunks(boolean understood) {
        return level == RecordLevel.FULL && (understood || opaqueBytes);
    }

    /** Some record waits for its recorder; the session passes nothing on until it has been taken. */
    public boolean blocked() {
        for (int i = 0; i < taps.size(); i++) {
            if (taps.get(i).blocked()) {
                return true;
            }
        }
        return false;
    }

    /** A record was refused that the session must not go on without. */
    public boolean failed() {
        for (int i = 0; i < taps.size(); i++) {
            if (taps.get(i).failed()) {
                return true;
            }
        }
        return false;
    }

    /** Bytes wait that are still in the buffers {@link #chunk} was given; those must stay as they are. */
    public boolean lent() {
        return taps.stream().anyMatch(Tap::lent);
    }

    /** From now on they need not: bytes that wait are copied. */
    public void own() {
        taps.forEach(Tap::own);
    }

    /** From now on records wait for their recorder whatever the overload policy: the session has ended, and holds nobody up. */
    public void giveUpNothing() {
        taps.forEach(Tap::giveUpNothing);
    }

    /** The recorders, by name. */
    public List<String> recorders() {
        return taps.stream().map(Tap::name).toList();
    }

    /** The recorders, by name, for which records wait. */
    public List<String> awaited() {
        return taps.stream().filter(Tap::blocked).map(Tap::name).toList();
    }

    /** Records given up until now. */
    public long dropped() {
        return taps.stream().mapToLong(Tap::dropped).sum();
    }

    /** Records lost or waiting that no recorder has been told of. */
    public long untold() {
        return taps.stream().mapToLong(Tap::untold).sum();
    }

    /** Gets the recorders that are not attached and are there now; {@code onSpace} as in {@link Recorder#open}. */
    public void attach(Function<String, Recorder> present, Runnable onSpace, long nowNanos) {
        for (Tap tap : taps) {
            if (!tap.attached()) {
                attach(tap, present.apply(tap.name()), onSpace, nowNanos);
            }
        }
    }

    private void attach(Tap tap, Recorder recorder, Runnable onSpace, long nowNanos) {
        if (recorder == null) {
            return;
        }
        try {
            tap.attach(recorder.open(facts, onSpace), nowNanos);
        } catch (RuntimeException | Error e) {
            tap.complain(e);
        }
    }

    /** Lets go of a recorder that goes. */
    public void detach(String name) {
        for (Tap tap : taps) {
            if (tap.name().equals(name)) {
                tap.detach();
            }
        }
    }

    /** Lets go of all recorders. */
    public void release() {
        taps.forEach(Tap::detach);
    }

    /** Offers again what waits. */
    public void drain(long nowNanos) {
        for (int i = 0; i < taps.size(); i++) {
            taps.get(i).drain(nowNanos);
        }
    }

    public void opened(long nowNanos) {
        taps.forEach(tap -> tap.offer(new Entry.Opened(), nowNanos));
    }

    public void exchange(Exchange e, long nowNanos) {
        for (int i = 0; i < taps.size(); i++) {
            taps.get(i).exchange(e, nowNanos);
        }
    }

    /** @param bytes position to limit; where they wait, they are {@link #lent} */
    public void chunk(long nowNanos, Side from, long offset, ByteBuffer bytes) {
        for (int i = 0; i < taps.size(); i++) {
            taps.get(i).chunk(nowNanos, from, offset, bytes);
        }
    }

    public void gap(Gap gap) {
        taps.forEach(tap -> tap.offer(new Entry.Missing(gap), gap.nowNanos()));
    }

    public void closed(SessionEnd end) {
        taps.forEach(tap -> tap.offer(new Entry.Closed(end), end.nowNanos()));
    }

    /** What a later generation of the core needs to go on. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(level.name());
            out.writeBoolean(opaqueBytes);
            out.writeInt(taps.size());
            for (Tap tap : taps) {
                tap.write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Goes on where {@link #toBytes} stopped; recorders are not attached yet.
     *
     * @throws UncheckedIOException the bytes are damaged
     */
    public static SessionLog fromBytes(byte[] bytes, SessionFacts facts, StreamOffsets offsets, Complaints complaints) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            RecordLevel level = RecordLevel.valueOf(in.readUTF());
            boolean opaqueBytes = in.readBoolean();
            List<Tap> taps = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                taps.add(Tap.read(in, offsets, complaints));
            }
            return new SessionLog(facts, level, opaqueBytes, taps);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
