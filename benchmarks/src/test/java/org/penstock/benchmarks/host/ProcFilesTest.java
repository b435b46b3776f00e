package org.penstock.benchmarks.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcFilesTest {
    @Test
    void cpuTimeIsUserAndSystemOfTheProcessAndOfTheChildrenItWaitedFor() {
        String stat = "4242 (nginx: a) b) S 1 2 3 4 5 6 7 8 9 10 1000 200 30 4 20 0 1 0 99 1 1\n";
        assertEquals(1234, ProcStat.parse(stat).ticks());
    }

    @Test
    void whatIsNoStatIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> ProcStat.parse("4242 (x) S 1 2"));
        assertThrows(IllegalArgumentException.class, () -> ProcStat.parse(""));
    }

    @Test
    void memoryIsResidentAndPeakInBytes() {
        List<String> status = List.of("Name:\tx", "VmPeak:\t  900000 kB", "VmHWM:\t    2048 kB", "VmRSS:\t    1024 kB");
        assertEquals(new ProcMemory(1 << 20, 2 << 20), ProcMemory.parse(status));
    }

    @Test
    void anEndedProcessHasNoMemory() {
        assertEquals(ProcMemory.NONE, ProcMemory.parse(List.of("Name:\tx", "State:\tZ (zombie)")));
    }

    @Test
    void callsAreThoseThatReadAndWrite() {
        List<String> io = List.of("rchar: 9", "wchar: 9", "syscr: 12", "syscw: 345", "read_bytes: 9");
        assertEquals(new ProcIo(12, 345), ProcIo.parse(io));
        assertEquals(ProcIo.NONE, ProcIo.parse(List.of("")));
    }

    @Test
    void cpuListsAreTheKernels() {
        assertEquals(new CpuSet(List.of(0, 1, 2, 8)), CpuSet.parse("\t0-2,8\n"));
        assertEquals("0,1,2,8", CpuSet.parse("8,0-2").toString());
        assertEquals("3", CpuSet.parse("3-5").first().toString());
    }

    @Test
    void onlyAListenerOfALoopbackOrEveryAddressCounts() {
        List<String> table = List.of(
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                "   0: 0100007F:5B0A 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1",
                "   1: 0100007F:5B0B 0100007F:A2C4 01 00000000:00000000 00:00000000 00000000     0        0 1 1",
                "   2: 0000000000000000FFFF00000100007F:5B0C 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 1",
                "   3: 0200A8C0:5B0D 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1",
                "   4: 00000000:5B0E 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1");
        assertTrue(ListeningPorts.contains(table, 0x5B0A));
        assertFalse(ListeningPorts.contains(table, 0x5B0B), "connected, not listening");
        assertTrue(ListeningPorts.contains(table, 0x5B0C), "what a JVM binds");
        assertFalse(ListeningPorts.contains(table, 0x5B0D), "another address");
        assertTrue(ListeningPorts.contains(table, 0x5B0E));
    }
}
