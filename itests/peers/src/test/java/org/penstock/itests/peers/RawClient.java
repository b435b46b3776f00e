package org.penstock.itests.peers;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.penstock.demo.mariadb.MariaDbServer;

/**
 * A client that costs no more than its socket, and does no more than it is told: logs in with
 * {@code mysql_native_password}, sends a query, reads an answer or leaves it.
 *
 * <p>MySQL's client/server protocol, "Connection Phase" and "Text Protocol".
 */
final class RawClient implements AutoCloseable {
    /** LONG_PASSWORD, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH. */
    private static final int CAPABILITIES = 0x1 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000;

    private static final int UTF8MB4 = 45;
    private static final int TIMEOUT_MS = 60_000;
    private static final int ERR = 0xff;
    private static final int EOF = 0xfe;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** @param receiveBuffer its window, in bytes; 0: the system's choice */
    static RawClient connect(int port, int receiveBuffer) throws IOException {
        Socket socket = new Socket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.setSoTimeout(TIMEOUT_MS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
        return new RawClient(socket);
    }

    int port() {
        return socket.getLocalPort();
    }

    RawClient login() throws IOException {
        byte[] greeting = packet();
        ByteBuffer b = ByteBuffer.wrap(greeting);
        b.get();
        while (b.get() != 0) {
            // the server's version
        }
        byte[] salt = new byte[20];
        b.position(b.position() + 4);
        b.get(salt, 0, 8);
        // filler, capabilities, character set, status, capabilities, length of the salt, reserved
        b.position(b.position() + 1 + 2 + 1 + 2 + 2 + 1 + 10);
        b.get(salt, 8, 12);
        send(loginPacket(salt));
        byte[] answer = packet();
        if (answer[0] != 0) {
            throw new IOException("login: " + error(answer));
        }
        return this;
    }

    private static byte[] loginPacket(byte[] salt) {
        ByteBuffer b = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(CAPABILITIES).putInt(1 << 24).put((byte) UTF8MB4).put(new byte[23]);
        b.put(ascii(MariaDbServer.USER)).put((byte) 0);
        b.put((byte) 20).put(scramble(salt));
        b.put(ascii(MariaDbServer.DATABASE)).put((byte) 0);
        b.put(ascii("mysql_native_password")).put((byte) 0);
        return Arrays.copyOf(b.array(), b.position());
    }

    /** SHA1(password) XOR SHA1(salt, SHA1(SHA1(password))). */
    private static byte[] scramble(byte[] salt) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-1");
            byte[] once = sha.digest(ascii(MariaDbServer.PASSWORD));
            byte[] twice = sha.digest(once);
            sha.update(salt);
            byte[] mask = sha.digest(twice);
            for (int i = 0; i < once.length; i++) {
                once[i] ^= mask[i];
            }
            return once;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Sends a COM_QUERY, and reads nothing. */
    void ask(String sql) throws IOException {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        byte[] command = new byte[text.length + 1];
        command[0] = 3;
        System.arraycopy(text, 0, command, 1, text.length);
        sequence = 0;
        send(command);
    }

    /** A query with one row of one column; answers its value. */
    String answer(String sql) throws IOException {
        ask(sql);
        byte[] first = packet();
        if ((first[0] & 0xff) == ERR) {
            throw new IOException(error(first));
        }
        skipToEof();
        byte[] row = packet();
        skipToEof();
        return new String(row, 1, row[0], StandardCharsets.UTF_8);
    }

    private void skipToEof() throws IOException {
        byte[] packet = packet();
        while ((packet[0] & 0xff) != EOF || packet.length > 5) {
            packet = packet();
        }
    }

    /** Bytes as they are. */
    void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Reads until the other end closes; answers how much there was. */
    long readToEnd() throws IOException {
        try {
            return in.transferTo(OutputStream.nullOutputStream());
        } catch (java.net.SocketException e) {
            return -1; // a reset is an end too
        }
    }

    /** No more output of ours. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** The next packet's payload. */
    byte[] packet() throws IOException {
        int b0 = in.read();
        if (b0 < 0) {
            throw new EOFException("the connection has ended");
        }
        int length = b0 | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        sequence = in.readUnsignedByte() + 1;
        byte[] payload = new byte[length];
        in.readFully(payload);
        return payload;
    }

    /** An ERR packet's number, SQL state and text; the state is not there before a login. */
    static String error(byte[] packet) {
        if ((packet[0] & 0xff) != ERR) {
            throw new IllegalArgumentException("no error: " + Arrays.toString(packet));
        }
        int number = (packet[1] & 0xff) | (packet[2] & 0xff) << 8;
        return number + " " + new String(packet, 3, packet.length - 3, StandardCharsets.UTF_8);
    }

    private void send(byte[] payload) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(4 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(payload.length | sequence << 24).put(payload);
        out.write(b.array());
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
