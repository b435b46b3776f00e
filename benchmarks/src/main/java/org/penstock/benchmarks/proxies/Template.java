package org.penstock.benchmarks.proxies;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A party's configuration file, kept as a resource, with {@code ${name}} where a run fills in its own. */
public record Template(String resource) {
    public Path write(Path file, Map<String, String> values) throws IOException {
        String text;
        try (InputStream source = Template.class.getResourceAsStream(resource)) {
            text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("${" + value.getKey() + "}", value.getValue());
        }
        if (text.contains("${")) {
            throw new IllegalStateException(resource + " has values nobody fills in");
        }
        return Files.writeString(file, text);
    }
}
