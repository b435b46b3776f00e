package org.penstock.recorder.journal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.SessionFacts;

/** What sessions are made of in these tests. */
final class Samples {
    private Samples() {}

    static SessionFacts facts(long session) {
        return new SessionFacts("shop", "mysql", session, ip("10.0.0.1", 50123), ip("::1", 3306), 1000);
    }

    static InetSocketAddress ip(String numeric, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(numeric), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    static ByteBuffer utf8(String s) {
        return ByteBuffer.wrap(s.getBytes(StandardCharsets.UTF_8));
    }

    static TestExchange query(String text) {
        return new TestExchange("COM_QUERY").with("db.query.text", utf8(text));
    }

    /** Values: Long, String, ByteBuffer. */
    static class TestExchange implements Exchange {
        final Map<String, Object> attributes = new LinkedHashMap<>();
        final String kind;
        Outcome outcome = Outcome.OK;
        long started = 2000;
        long firstByte = 30;
        long duration = 40;
        long request = 50;
        long response = 60;

        TestExchange(String kind) {
            this.kind = kind;
        }

        TestExchange with(String name, Object value) {
            attributes.put(name, value);
            return this;
        }

        @Override
        public String kind() {
            return kind;
        }

        @Override
        public Outcome outcome() {
            return outcome;
        }

        @Override
        public long startedNanos() {
            return started;
        }

        @Override
        public long firstByteNanos() {
            return firstByte;
        }

        @Override
        public long durationNanos() {
            return duration;
        }

        @Override
        public long requestBytes() {
            return request;
        }

        @Override
        public long responseBytes() {
            return response;
        }

        @Override
        public void attributes(AttributeVisitor visitor) {
            attributes.forEach((name, value) -> show(visitor, name, value));
        }

        private static void show(AttributeVisitor visitor, String name, Object value) {
            if (value instanceof Long number) {
                visitor.number(name, number);
            } else if (value instanceof ByteBuffer bytes) {
                visitor.text(name, bytes);
            } else {
                visitor.text(name, (String) value);
            }
        }
    }
}
