package org.penstock.proxy.core.config;

import java.util.List;
import java.util.Map;
import org.osgi.framework.FrameworkUtil;

/** The keys that a proxy's configuration may have, as one who misspells a key is told. */
final class KnownKeys {
    private static final String BEFORE = "allowed are ";

    private KnownKeys() {}

    static List<String> all() {
        ConfigReader.Result.Bad bad = (ConfigReader.Result.Bad) ConfigReader.read(
                "org.penstock.proxy~demo",
                FrameworkUtil.asDictionary(
                        Map.of("listen", "127.0.0.1:3307", "backend", "db.example:3306", "colour", "blue")));
        String line = bad.problems().get(0);
        return List.of(line.substring(line.indexOf(BEFORE) + BEFORE.length()).split(", "));
    }
}
