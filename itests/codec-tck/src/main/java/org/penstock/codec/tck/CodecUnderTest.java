package org.penstock.codec.tck;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.penstock.codec.api.ProtocolCodec;

/**
 * What a codec supplies to be tested.
 *
 * @param codec makes a codec
 * @param transcripts sessions of its protocol, the longer ones below some 2,000 bytes: each is played at each of its bytes
 */
public record CodecUnderTest(Supplier<ProtocolCodec> codec, List<Transcript> transcripts) {
    public CodecUnderTest {
        Objects.requireNonNull(codec, "codec");
        transcripts = List.copyOf(transcripts);
        if (transcripts.isEmpty()) {
            throw new IllegalArgumentException("no transcripts");
        }
    }
}
