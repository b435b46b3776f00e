package org.penstock.demo.load;

import java.nio.file.Path;
import java.time.Duration;

/** Runs the load against a proxy that is there already: {@code PORT SERVER-PORT SECONDS LEDGERS [CLIENTS]}. */
public final class LoadTool {
    private LoadTool() {}

    public static void main(String[] a) throws Exception {
        if (a.length < 4) {
            System.err.println("load: PORT SERVER-PORT SECONDS LEDGERS [CLIENTS]");
            System.exit(2);
        }
        Load.start(new Load.Plan(
                        Integer.parseInt(a[0]),
                        Integer.parseInt(a[1]),
                        a.length > 4 ? Integer.parseInt(a[4]) : 16,
                        Duration.ofSeconds(Long.parseLong(a[2])),
                        Path.of(a[3]),
                        System.nanoTime()))
                .await();
    }
}
