package org.penstock.codec.mysql;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Expected;
import org.penstock.codec.tck.Step;
import org.penstock.codec.tck.Stop;
import org.penstock.codec.tck.Transcript;

/**
 * Writes a session down: who says what, and what is to be told of it. Packets are numbered as the protocol has it; an
 * exchange is expected to have all bytes said since the one before.
 */
final class Script {
    private final String name;
    private final List<Step> steps = new ArrayList<>();
    private final List<Expected> exchanges = new ArrayList<>();
    private final List<Expected> aborted = new ArrayList<>();
    private final Map<Side, Integer> said = new EnumMap<>(Side.class);
    private final Map<Side, Integer> counted = new EnumMap<>(Side.class);
    private final Map<String, Object> common = new LinkedHashMap<>();
    private final Map<Side, Integer> passed = new EnumMap<>(Side.class);
    private int sequence;
    private Compression compression;
    private boolean secretAnswers;
    private Stop stop;

    Script(String name) {
        this.name = name;
        for (Side side : Side.values()) {
            said.put(side, 0);
            counted.put(side, 0);
            passed.put(side, 0);
        }
    }

    /** Server and client have introduced themselves; the login went well. */
    static Script loggedIn(String name, long capabilities) {
        return loggedIn(name, "8.4.0", "mysql", Packets.ALL, capabilities);
    }

    static Script loggedInToMariaDb(String name, long capabilities) {
        return loggedIn(
                name,
                "5.5.5-10.11.19-MariaDB",
                "mariadb",
                -1L & ~Capabilities.LONG_PASSWORD,
                capabilities & ~Capabilities.LONG_PASSWORD);
    }

    static Script loggedIn(String name, String version, String system, long offered, long capabilities) {
        return new Script(name)
                .greeted(version, system, offered)
                .client(Packets.handshakeResponse(capabilities, "ann", "scramble-of-20-bytes", "shop"))
                .server(Packets.ok())
                .login("ann", "shop", version);
    }

    Script greeted(String version, String system, long offered) {
        common("db.system.name", system);
        sequence = 0;
        return server(Packets.greeting(version, offered));
    }

    /** A login is expected here. */
    Script login(String user, String database, String version) {
        common("db.namespace", database);
        return expect(
                "LOGIN",
                Outcome.OK,
                "penstock.mysql.user",
                user,
                "penstock.mysql.server_version",
                version,
                "penstock.mysql.connection_id",
                7L);
    }

    /** Every exchange from here on has this attribute. */
    Script common(String attribute, Object value) {
        if (value == null) {
            common.remove(attribute);
        } else {
            common.put(attribute, value);
        }
        return this;
    }

    /** The client sends a command: numbers begin anew. */
    Script command(Payload payload) {
        sequence = 0;
        if (compression != null) {
            compression.begin();
        }
        return say(Side.CLIENT, payload);
    }

    /** The client goes on. */
    Script client(Payload... payloads) {
        return say(Side.CLIENT, payloads);
    }

    Script server(Payload... payloads) {
        return say(Side.SERVER, payloads);
    }

    /** The server's next packet has this number. */
    Script numbered(int next) {
        sequence = next;
        return this;
    }

    private Script say(Side side, Payload... payloads) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BitSet secrets = new BitSet();
        for (Payload payload : payloads) {
            packets(payload, bytes, secrets);
        }
        return say(side, bytes.toByteArray(), secrets);
    }

    private void packets(Payload payload, ByteArrayOutputStream bytes, BitSet secrets) {
        byte[] all = payload.bytes();
        int at = 0;
        int length;
        do {
            length = Math.min(PacketFramer.MAX_LENGTH, all.length - at);
            bytes.writeBytes(
                    new byte[] {(byte) length, (byte) (length >>> 8), (byte) (length >>> 16), (byte) sequence++});
            int base = bytes.size();
            payload.secrets().get(at, at + length).stream().forEach(i -> secrets.set(base + i));
            bytes.write(all, at, length);
            at += length;
        } while (length == PacketFramer.MAX_LENGTH);
    }

    /** Any bytes. */
    Script raw(Side side, byte[] bytes) {
        return say(side, bytes, new BitSet());
    }

    private Script say(Side side, byte[] bytes, BitSet secrets) {
        said.merge(side, bytes.length, Integer::sum);
        boolean hidden = side == Side.CLIENT || secretAnswers || !secrets.isEmpty();
        return pass(
                compression == null ? new Step(side, bytes, secrets) : compression.step(side, bytes, secrets, hidden));
    }

    private Script pass(Step step) {
        steps.add(step);
        passed.merge(step.from(), step.bytes().length, Integer::sum);
        return this;
    }

    /** Bytes that are no packets, nor in frames. */
    Script unframed(Side side, byte[] bytes, BitSet secrets) {
        return pass(new Step(side, bytes, secrets));
    }

    /** From here on in frames. */
    Script compressed(Compression form) {
        compression = form;
        return this;
    }

    /** Whether the commands from here on have secrets: what is deflated of their answers is secret. */
    Script secretAnswers(boolean value) {
        secretAnswers = value;
        return this;
    }

    /** All that was said since the last one is an exchange; attributes are name, value, name, value. */
    Script expect(String kind, Outcome outcome, Object... attributes) {
        long request = take(Side.CLIENT);
        return expectBytes(kind, outcome, request, take(Side.SERVER), attributes);
    }

    /** The same, with so many bytes. */
    Script expectBytes(String kind, Outcome outcome, long requestBytes, long responseBytes, Object... attributes) {
        exchanges.add(new Expected(kind, outcome, requestBytes, responseBytes, all(attributes)));
        return this;
    }

    /**
     * All that was said since the last one is an exchange that an error ended.
     *
     * @param sqlState null: the packet has none
     * @param message null: it is not told
     */
    Script expectError(String kind, int code, String sqlState, String message, Object... attributes) {
        long request = take(Side.CLIENT);
        return expectErrorBytes(kind, request, take(Side.SERVER), code, sqlState, message, attributes);
    }

    /** The same, with so many bytes. */
    Script expectErrorBytes(
            String kind,
            long requestBytes,
            long responseBytes,
            int code,
            String sqlState,
            String message,
            Object... attributes) {
        Map<String, Object> all = all(attributes);
        all.put(Attributes.STATUS_CODE, Integer.toString(code));
        all.put(Attributes.ERROR_TYPE, Integer.toString(code));
        if (sqlState != null) {
            all.put(Attributes.SQLSTATE, sqlState);
        }
        if (message != null) {
            all.put(Attributes.ERROR_MESSAGE, message);
        }
        exchanges.add(new Expected(kind, Outcome.ERROR, requestBytes, responseBytes, all));
        return this;
    }

    /** All that was said since the last one is an exchange that close cuts off. */
    Script expectAborted(String kind, Object... attributes) {
        long request = take(Side.CLIENT);
        return expectAbortedBytes(kind, request, take(Side.SERVER), attributes);
    }

    /** The same, with so many bytes. */
    Script expectAbortedBytes(String kind, long requestBytes, long responseBytes, Object... attributes) {
        aborted.add(new Expected(kind, Outcome.ABORTED, requestBytes, responseBytes, all(attributes)));
        return this;
    }

    private Map<String, Object> all(Object... attributes) {
        Map<String, Object> all = new LinkedHashMap<>(common);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            all.put((String) attributes[i], value instanceof Integer number ? (Object) number.longValue() : value);
        }
        return all;
    }

    private long take(Side side) {
        long n = (long) said.get(side) - counted.get(side);
        counted.put(side, said.get(side));
        return n;
    }

    /** Bytes one end has said so far. */
    int said(Side side) {
        return said.get(side);
    }

    /** Bytes that have passed from one end so far, frames included. */
    int passed(Side side) {
        return passed.get(side);
    }

    /** Understanding ends here, with all that passed. */
    Script opaque(Side from, String reason) {
        return opaque(from, passed.get(from), reason);
    }

    Script opaque(Side from, long offset, String reason) {
        stop = new Stop(from, offset, reason);
        return this;
    }

    Transcript end() {
        return new Transcript(name, steps, exchanges, aborted, stop);
    }
}
