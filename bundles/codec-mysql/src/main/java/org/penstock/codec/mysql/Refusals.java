package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.penstock.codec.api.Refusal;

/**
 * Error packets in the server's name, where the client may be sent one. The codes are those of servers: 2000 to 2999 belong
 * to client libraries, and MariaDB's takes a packet with one of them for malformed. Source: MySQL "ERR_Packet", "Server
 * Error Message Reference".
 */
final class Refusals {
    private static final int HEADER_BYTES = 4;

    private final Tap tap;
    private final Exchanges exchanges;
    private final Phases phases;
    private final ResponseReader responses;

    Refusals(Tap tap, Exchanges exchanges, Phases phases, ResponseReader responses) {
        this.tap = tap;
        this.exchanges = exchanges;
        this.phases = phases;
        this.responses = responses;
    }

    /** Empty: in the middle of a packet or of an answer there is no place for another. */
    Optional<ByteBuffer> packet(Refusal why) {
        if (tap.opaque() != null || !tap.server().betweenPayloads()) {
            return Optional.empty();
        }
        return switch (phases.current()) {
            case GREETING -> tap.server().offset() == 0 ? Optional.of(packet(why, 0, false)) : Optional.empty();
            // the client reads only after it has sent its response, packet 1
            case HANDSHAKE -> Optional.of(packet(why, 2, true));
            case AUTHENTICATION, REAUTHENTICATION -> authenticating(why);
            case COMMANDS -> command(why);
            case FILE -> Optional.empty();
        };
    }

    /** Packets are numbered through, whoever sends them: where the server's was the last, the client owes one. */
    private Optional<ByteBuffer> authenticating(Refusal why) {
        if (!tap.client().betweenPayloads()) {
            return Optional.empty();
        }
        int client = tap.client().sequence();
        int server = tap.server().sequence();
        return Optional.of(packet(why, client > server ? client + 1 : server + 2, true));
    }

    private Optional<ByteBuffer> command(Refusal why) {
        if (!responses.betweenResponses() || !tap.client().betweenPayloads()) {
            return Optional.empty();
        }
        int sequence = exchanges.isEmpty() ? 0 : exchanges.front().sequence() + 1;
        return Optional.of(packet(why, sequence, true));
    }

    private static ByteBuffer packet(Refusal why, int sequence, boolean withState) {
        byte[] text = (withState ? "#" + state(why) + message(why) : message(why)).getBytes(StandardCharsets.US_ASCII);
        int length = 3 + text.length;
        ByteBuffer packet = ByteBuffer.allocate(HEADER_BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
        packet.putInt(length | sequence << 24);
        return packet.put((byte) 0xff).putShort((short) code(why)).put(text).flip();
    }

    private static int code(Refusal why) {
        return switch (why) {
            case TOO_MANY_SESSIONS -> 1040; // ER_CON_COUNT_ERROR
            case SERVER_UNREACHABLE -> 1429; // ER_CONNECT_TO_FOREIGN_DATA_SOURCE
            case SERVER_TIMED_OUT -> 1159; // ER_NET_READ_INTERRUPTED
            case SHUTTING_DOWN -> 1053; // ER_SERVER_SHUTDOWN
        };
    }

    private static String state(Refusal why) {
        return switch (why) {
            case TOO_MANY_SESSIONS -> "08004";
            case SERVER_UNREACHABLE, SERVER_TIMED_OUT, SHUTTING_DOWN -> "08S01";
        };
    }

    private static String message(Refusal why) {
        return switch (why) {
            case TOO_MANY_SESSIONS -> "Too many connections";
            case SERVER_UNREACHABLE -> "Can't connect to MySQL server (proxy: the server cannot be reached)";
            case SERVER_TIMED_OUT -> "Lost connection to MySQL server (proxy: the server did not answer in time)";
            case SHUTTING_DOWN -> "Server shutdown in progress (proxy)";
        };
    }
}
