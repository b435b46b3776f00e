package org.penstock.demo.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
    @Test
    void whatCannotBeClosedGoesAlongAndTheRestIsClosed() {
        Exception failure = new IOException("it did not start");
        RuntimeException second = new UncheckedIOException(new IOException("its folder stays"));
        List<String> closed = new ArrayList<>();
        Closing.after(
                failure,
                () -> {
                    throw second;
                },
                () -> closed.add("the other"));
        assertArrayEquals(new Throwable[] {second}, failure.getSuppressed());
        assertEquals(List.of("the other"), closed);
    }
}
