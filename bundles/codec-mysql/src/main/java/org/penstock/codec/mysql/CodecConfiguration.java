package org.penstock.codec.mysql;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Describes the configuration to tools that edit it. */
@ObjectClassDefinition(
        id = MySqlCodec.PID,
        name = "Penstock MySQL codec",
        description = "How the MySQL protocol is read; a text limit holds for sessions that begin afterwards")
@interface CodecConfiguration {
    /** The key is {@code text.limit}. */
    @AttributeDefinition(
            name = "Text limit",
            description =
                    "Bytes of a statement that are recorded; of a longer one its beginning, length and checksum are",
            min = "0",
            max = "131072")
    int text_limit() default 16384;

    /** The key is {@code inflation.memory}. */
    @AttributeDefinition(
            name = "Inflation memory",
            description =
                    "Bytes that all compressed sessions together may use to look into frames; k, m or g may follow; holds at"
                            + " once")
    String inflation_memory() default "64m";
}
