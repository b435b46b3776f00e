package org.penstock.benchmarks.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MessageSizeTest {
    @Test
    void thereAreElevenAndTheirNamesAreTheirSizes() {
        assertEquals(
                List.of(
                        10,
                        1_000,
                        10_000,
                        20_000,
                        50_000,
                        100_000,
                        200_000,
                        500_000,
                        1_000_000,
                        10_000_000,
                        64_000_000),
                MessageSize.ALL.stream().map(MessageSize::bytes).toList());
    }
}
