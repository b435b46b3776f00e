package org.penstock.benchmarks.host;

/**
 * CPU time of a process as /proc/PID/stat has it (proc_pid_stat(5)): of all its threads, ended ones included, and of
 * the children it has waited for.
 *
 * @param ticks user and system time in clock ticks
 */
record ProcStat(long ticks) {
    /** Fields are counted from the state, the first after the name: the name may hold blanks and brackets. */
    private static final int UTIME = 11;

    private static final int CSTIME = 14;

    static ProcStat parse(String stat) {
        int nameEnd = stat.lastIndexOf(')');
        String[] fields = stat.substring(nameEnd + 1).strip().split(" ", -1);
        if (nameEnd < 0 || fields.length <= CSTIME) {
            throw new IllegalArgumentException("not a /proc/PID/stat: " + stat);
        }
        long ticks = 0;
        for (int field = UTIME; field <= CSTIME; field++) {
            ticks += Long.parseLong(fields[field]);
        }
        return new ProcStat(ticks);
    }
}
