package org.penstock.codec.mysql;

import java.util.Map;
import java.util.function.Consumer;

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

    /** Reads a component's properties; what is wrong is told in one line, and its default stays. */
    static CodecSettings of(Map<String, ?> properties, Consumer<String> complaints) {
        Object value = properties.get(TEXT_LIMIT);
        if (value == null) {
            return DEFAULT;
        }
        try {
            return new CodecSettings(Integer.parseInt(value.toString().trim()));
        } catch (IllegalArgumentException e) {
            complaints.accept("key=" + TEXT_LIMIT + " value=" + value + " allowed=0.." + TextCapture.MOST
                    + " (bytes) used=" + DEFAULT.textLimit);
            return DEFAULT;
        }
    }
}
