package org.penstock.codec.mysql;

import java.util.Map;
import java.util.function.Consumer;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.log.support.settings.Settings;

/**
 * How sessions are to be read.
 *
 * @param textLimit the longest statement kept whole, in bytes, 0 to {@link TextCapture#MOST}
 * @param inflationMemory what all sessions together may use to look into compressed frames, in bytes, at least
 *     {@link #LEAST_INFLATION_MEMORY}
 */
record CodecSettings(int textLimit, int inflationMemory) {
    static final String TEXT_LIMIT = "text.limit";
    static final String INFLATION_MEMORY = "inflation.memory";
    static final int LEAST_INFLATION_MEMORY = 1 << 20;
    static final CodecSettings DEFAULT = new CodecSettings(16 << 10, 64 << 20);

    CodecSettings {
        if (textLimit < 0 || textLimit > TextCapture.MOST) {
            throw new IllegalArgumentException("textLimit " + textLimit);
        }
        if (inflationMemory < LEAST_INFLATION_MEMORY) {
            throw new IllegalArgumentException("inflationMemory " + inflationMemory);
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
        CodecSettings read = new CodecSettings(
                s.number(TEXT_LIMIT, 0, TextCapture.MOST, DEFAULT.textLimit),
                s.size(INFLATION_MEMORY, LEAST_INFLATION_MEMORY, Integer.MAX_VALUE, DEFAULT.inflationMemory));
        return s.taken(read, former, complaints);
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of(TEXT_LIMIT, Integer.toString(textLimit), INFLATION_MEMORY, Integer.toString(inflationMemory));
    }
}
