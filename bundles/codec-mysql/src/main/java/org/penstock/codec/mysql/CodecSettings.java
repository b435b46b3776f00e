package org.penstock.codec.mysql;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.penstock.codec.api.ProtocolCodec;

/**
 * How sessions are to be read.
 *
 * @param textLimit the longest statement kept whole, in bytes, 0 to {@link TextCapture#MOST}
 */
record CodecSettings(int textLimit) {
    static final String TEXT_LIMIT = "text.limit";
    static final CodecSettings DEFAULT = new CodecSettings(16 << 10);

    private static final String FILE = "felix.fileinstall.filename";

    /** What the framework, Felix and Karaf add to every configuration, and this component to its own. */
    private static final List<String> NOT_OURS = List.of(
            ".", "service.", "component.", "felix.", "org.apache.", "osgi.", "objectClass", ProtocolCodec.PROTOCOL);

    CodecSettings {
        if (textLimit < 0 || textLimit > TextCapture.MOST) {
            throw new IllegalArgumentException("textLimit " + textLimit);
        }
    }

    /**
     * Reads a component's properties.
     *
     * @param former in force, and so it stays where the value is wrong
     * @param complaints gets one line for each thing that is wrong
     */
    static CodecSettings of(Map<String, ?> properties, CodecSettings former, Consumer<String> complaints) {
        String where = "config=" + Objects.requireNonNullElse(properties.get(FILE), MySqlCodec.PID) + " ";
        properties.keySet().stream()
                .filter(CodecSettings::isUnknown)
                .sorted()
                .forEach(key ->
                        complaints.accept(where + "key=" + key + " reason=\"unknown key\" allowed=" + TEXT_LIMIT));
        Object value = properties.get(TEXT_LIMIT);
        if (value == null) {
            return DEFAULT;
        }
        try {
            return new CodecSettings(Integer.parseInt(value.toString().trim()));
        } catch (IllegalArgumentException e) {
            complaints.accept(where + "key=" + TEXT_LIMIT + " value=" + value + " allowed=0.." + TextCapture.MOST
                    + " (bytes) used=" + former.textLimit);
            return former;
        }
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of(TEXT_LIMIT, Integer.toString(textLimit));
    }

    private static boolean isUnknown(String key) {
        return !key.equals(TEXT_LIMIT) && NOT_OURS.stream().noneMatch(key::startsWith);
    }
}
