package org.penstock.benchmarks.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is alive in the heap of another JVM, as its own collector says. */
public final class JavaHeap {
    /** The generations of the serial collector: "def new generation   total 9792K, used 1234K [0x…". */
    private static final Pattern GENERATION = Pattern.compile(
            "^\\s*(?:def new generation|tenured generation)\\s+total \\d+K, used (\\d+)K", Pattern.MULTILINE);

    private JavaHeap() {}

    /** Bytes, after a full collection; empty where this Java has no jcmd, or that JVM another collector. */
    public static OptionalLong live(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            return OptionalLong.empty();
        }
        String process = Long.toString(pid);
        Tool.run(List.of(jcmd.toString(), process, "GC.run"));
        return parse(Tool.run(List.of(jcmd.toString(), process, "GC.heap_info")).output());
    }

    static OptionalLong parse(String heapInfo) {
        Matcher matcher = GENERATION.matcher(heapInfo);
        long used = 0;
        boolean found = false;
        while (matcher.find()) {
            used += Long.parseLong(matcher.group(1)) << 10;
            found = true;
        }
        return found ? OptionalLong.of(used) : OptionalLong.empty();
    }
}
