package org.penstock.benchmarks.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OfOtherProcessesTest {
    @Test
    void theSoftLimitOfDescriptorsCounts() {
        String head = "Limit                     Soft Limit           Hard Limit           Units";
        assertEquals(
                20_000,
                DescriptorLimit.parse(
                        List.of(head, "Max open files            20000                524288               files")));
        assertEquals(
                Long.MAX_VALUE,
                DescriptorLimit.parse(
                        List.of(head, "Max open files            unlimited            unlimited            files")));
        assertThrows(IllegalArgumentException.class, () -> DescriptorLimit.parse(List.of(head)));
        assertTrue(DescriptorLimit.perProcess() > 0);
    }

    @Test
    void aHeapIsTheSumOfItsGenerations() {
        assertEquals(OptionalLong.of((100 + 2_000) << 10), JavaHeap.parse("""
                1234:
                 def new generation   total 9792K, used 100K [0x00, 0x01, 0x02)
                  eden space 8704K,   1% used [0x00, 0x01, 0x02)
                 tenured generation   total 21888K, used 2000K [0x00, 0x01, 0x02)
                 Metaspace       used 9000K, committed 9100K, reserved 1100K
                """));
        assertEquals(OptionalLong.empty(), JavaHeap.parse("1234:\n garbage-first heap   total 1K, used 1K [0x00)\n"));
    }
}
