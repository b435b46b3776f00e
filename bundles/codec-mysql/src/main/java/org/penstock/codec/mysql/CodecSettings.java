package org.penstock.codec.mysql;

import java.util.Map;
import java.util.function.Consumer;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.log.support.settings.Settings;

/**
 * How sessions are to be read.
 *
 * @param textLimit the longest statement kept whole, in bytes, 0 to {@link TextCapture#MOST}
 */
record CodecSettings(int textLimit) {
    static final String TEXT_LIMIT = "text.limit";
    static final CodecSettings DEFAULT = new CodecSettings(16 << 10);

    CodecSettings {
        if (textLimit < 0 || textLimit > TextCapture.MOST) {
            throw new IllegalArgumentException("textLimit " + textLimit);
        }
    }

    /**
     * Reads a component's properties.
     *
     * @param former in force, and so it stays where there is a mistake
     * @param complaints gets one line for each thing that is wrong
     */
    static CodecSettings of(Map<String, ?> properties, CodecSettings former, Consumer<String> complaints) {
        Settings s = new Settings(MySqlCodec.PID, properties, ProtocolCodec.PROTOCOL);
        CodecSettings read = new CodecSettings(s.number(TEXT_LIMIT, 0, TextCapture.MOST, DEFAULT.textLimit));
        return s.taken(read, former, complaints);
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of(TEXT_LIMIT, Integer.toString(textLimit));
    }
}
