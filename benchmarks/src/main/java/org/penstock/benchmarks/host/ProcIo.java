package org.penstock.benchmarks.host;

import java.util.List;

/**
 * System calls of a process as /proc/PID/io has them (proc_pid_io(5)): {@code read}, {@code write} and their kin, of sockets
 * as of files. Others, such as {@code recv} and those that wait, are not among them.
 *
 * @param reads since it began
 * @param writes since it began
 */
public record ProcIo(long reads, long writes) {
    static final ProcIo NONE = new ProcIo(0, 0);

    static ProcIo parse(List<String> io) {
        ProcLines lines = new ProcLines(io);
        return new ProcIo(lines.number("syscr"), lines.number("syscw"));
    }

    ProcIo plus(ProcIo other) {
        return new ProcIo(reads + other.reads, writes + other.writes);
    }
}
