package org.penstock.shell.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SocketSettingsTest {
    @Test
    void onlyThePathIsNeeded() {
        assertEquals(new SocketSettings(Path.of("/run/p/s"), 16), SocketSettings.parse(Map.of("path", " /run/p/s ")));
    }

    @Test
    void mistakesNameFileKeyValueAndWhatIsAllowed() {
        assertEquals(
                "org.penstock.shell.socket: clients.max = 0: not allowed; allowed is a whole number from 1 to 256",
                refused(Map.of("path", "/s", "clients.max", "0")));
        refused(Map.of("path", "/s", "clients.max", "many"));
        refused(Map.of("path", "/s", "clients.max", "257"));
        refused(Map.of("path", "/s", "clients.max", ""));
        refused(Map.of("path", " "));
        refused(Map.of());
        assertEquals(
                "org.penstock.shell.socket: port = 22: unknown key; allowed are clients.max, path",
                refused(Map.of("path", "/s", "port", "22")));
    }

    @Test
    void whatTheFrameworkAddsIsNotAMistake() {
        SocketSettings.parse(Map.of(
                "path",
                "/s",
                "service.pid",
                "x",
                "component.id",
                5L,
                "felix.fileinstall.filename",
                "file:/x",
                "osgi.ds.satisfying.condition.target",
                "y"));
    }

    private static String refused(Map<String, Object> properties) {
        return assertThrows(IllegalArgumentException.class, () -> SocketSettings.parse(properties))
                .getMessage();
    }
}
