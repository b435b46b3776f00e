package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.SessionFacts;

/**
 * Sessions go on from what earlier versions of the codec have saved: each of these files is a checkpoint one of them made, in
 * the midst of {@code ALTER USER u IDENTIFIED BY 'hunter2'}, five bytes before the end.
 */
class CheckpointVersionsTest {
    private static final InetSocketAddress END = InetSocketAddress.createUnresolved("end", 1);
    private static final SessionFacts FACTS = new SessionFacts("", "", 1, END, END, 0);

    private final Told told = new Told();

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {"2,5,'********", "3,5,'********", "4,4,'*******'", "5,4,'*******'"})
    void whatAnEarlierVersionSavedIsGoneOnFrom(int version, int secretBytes, String shown) throws Exception {
        CodecSession session = new MySqlCodec(Map.of()).restore(saved(version), FACTS, told);
        show(session.client(), "ter2'".getBytes(StandardCharsets.UTF_8));
        assertEquals(secretBytes, told.secretBytes);

        byte[] message = "near 'hunter2'".getBytes(StandardCharsets.UTF_8);
        show(session.server(), packet(1, Packets.error(1064, "42000", "near 'hunter2'")));
        assertEquals(secretBytes + message.length, told.secretBytes);

        show(session.client(), packet(0, Packets.query("SHOW WARNINGS")));
        show(session.server(), packet(1, Payload.of(1)));
        show(session.server(), packet(2, Packets.definition("m")));
        show(session.server(), packet(3, Packets.eof(2)));
        told.secretBytes = 0;
        show(session.server(), packet(4, Packets.row("near 'hunter2'")));
        assertEquals(1 + message.length, told.secretBytes);
        show(session.server(), packet(5, Packets.eof(2)));

        show(session.client(), packet(0, Packets.execute(5)));
        show(session.server(), packet(1, Packets.ok()));
        assertEquals(List.of("ALTER USER u IDENTIFIED BY " + shown, "SHOW WARNINGS", "SELECT ?"), told.texts);
    }

    @Test
    void whatALaterVersionSavedIsRefused() throws Exception {
        ByteBuffer later = saved(2).putInt(Integer.BYTES, StateWriter.VERSION + 1);
        assertThrows(CheckpointRefused.class, () -> new MySqlCodec(Map.of()).restore(later, FACTS, told));
    }

    private static ByteBuffer saved(int version) throws IOException {
        try (InputStream in = CheckpointVersionsTest.class.getResourceAsStream("checkpoint-" + version + ".base64")) {
            return ByteBuffer.wrap(Base64.getMimeDecoder().decode(in.readAllBytes()));
        }
    }

    private static byte[] packet(int sequence, Payload payload) {
        return new Payload()
                .integer(payload.size(), 3)
                .u8(sequence)
                .raw(payload.bytes())
                .bytes();
    }

    private static void show(org.penstock.codec.api.Decoder decoder, byte[] bytes) {
        decoder.decode(ByteBuffer.wrap(bytes), 1);
    }

    private static final class Told implements ExchangeSink, AttributeVisitor {
        private final List<String> texts = new ArrayList<>();
        private int secretBytes;

        @Override
        public void exchange(Exchange e) {
            e.attributes(this);
        }

        @Override
        public void secret(int from, int to) {
            secretBytes += to - from;
        }

        @Override
        public void text(String name, ByteBuffer bytes) {
            if (name.equals("db.query.text")) {
                texts.add(StandardCharsets.UTF_8.decode(bytes).toString());
            }
        }

        @Override
        public void text(String name, String value) {}

        @Override
        public void number(String name, long value) {}
    }
}
