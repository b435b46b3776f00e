package org.penstock.benchmarks.proxies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateTest {
    @TempDir
    Path folder;

    @Test
    void penstocksConfigurationNamesTheKeysOfOneProxy() throws Exception {
        Path file = folder.resolve("x.cfg");
        new Template("mysql.cfg")
                .write(file, Map.of("listen", "1", "server", "2", "transport", "nio", "level", "full"));
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        assertEquals("127.0.0.1:1", properties.getProperty("listen"));
        assertEquals("127.0.0.1:2", properties.getProperty("backend"));
        assertEquals("nio", properties.getProperty("transport"));
        assertEquals("full", properties.getProperty("record.level"));
    }

    @Test
    void everyPeerListensOnLoopbackOnly() throws Exception {
        for (String resource : new String[] {"haproxy.cfg", "nginx.conf"}) {
            Path file = new Template(resource)
                    .write(
                            folder.resolve(resource),
                            Map.of(
                                    "listen",
                                    "11",
                                    "server",
                                    "22",
                                    "sessions",
                                    "33",
                                    "connections",
                                    "66",
                                    "directory",
                                    "/d"));
            String text = Files.readString(file);
            assertTrue(text.contains("127.0.0.1:11") && text.contains("127.0.0.1:22"), text);
        }
    }

    @Test
    void aValueNobodyFillsInIsAMistake() {
        assertThrows(
                IllegalStateException.class,
                () -> new Template("haproxy.cfg").write(folder.resolve("y"), Map.of("listen", "1")));
    }
}
