package org.penstock.shell.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static FrameReader reader(byte[] bytes) {
        return new FrameReader(new ByteArrayInputStream(bytes));
    }

    @Property(tries = 50)
    void whatIsStreamedComesOutWhole(@ForAll @Size(max = 3) byte[][] writes, @ForAll boolean large) throws IOException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        OutputStream stream = new FrameWriter(Channels.newChannel(sent)).stream(Frame.Kind.OUTPUT, () -> false);
        for (byte[] w : writes) {
            stream.write(w);
            expected.write(w);
        }
        if (large) {
            byte[] more = new byte[3 * Frame.MAX_CONTENT + 1];
            stream.write(more);
            expected.write(more);
        }
        FrameReader reader = reader(sent.toByteArray());
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        for (Optional<Frame> f = reader.read(); f.isPresent(); f = reader.read()) {
            assertEquals(Frame.Kind.OUTPUT, f.get().kind());
            received.write(f.get().content());
        }
        assertArrayEquals(expected.toByteArray(), received.toByteArray());
    }

    @Test
    void aStatusIsAByte() {
        assertEquals(130, Frame.status(130).status());
    }

    @Test
    void garbageIsRefused() {
        assertThrows(
                IOException.class, () -> reader(new byte[] {'?', 0, 0, 0, 0}).read());
        assertThrows(
                IOException.class,
                () -> reader("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.UTF_8))
                        .read());
        assertThrows(
                IOException.class, () -> reader(new byte[] {'c', 127, 0, 0, 0}).read());
        assertThrows(
                IOException.class, () -> reader(new byte[] {'c', -1, 0, 0, 0}).read());
    }

    @Test
    void anEndInsideAFrameIsAnError() throws IOException {
        assertEquals(Optional.empty(), reader(new byte[0]).read());
        byte[] whole = Frame.of(Frame.Kind.COMMAND, "status").bytes().array();
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThrows(IOException.class, () -> reader(cut).read());
        }
    }

    @Test
    void aPathThatIsTooLongIsNamedFromHereWhereThatIsShorter() {
        Path here = Path.of("").toAbsolutePath();
        Path deep = here.resolve("x".repeat(SocketPath.MAX_BYTES - 2)).resolve("s");
        assertEquals(here.relativize(deep), SocketPath.fit(deep));
        assertEquals(here.resolve("s"), SocketPath.fit(Path.of("s")));
        Path longer = here.resolve("x".repeat(SocketPath.MAX_BYTES)).resolve("s");
        assertThrows(IllegalArgumentException.class, () -> SocketPath.fit(longer));
    }
}
