package org.penstock.codec.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.penstock.codec.tck.BufferBehaviour;
import org.penstock.codec.tck.CheckpointBehaviour;
import org.penstock.codec.tck.CodecUnderTest;
import org.penstock.codec.tck.EndBehaviour;
import org.penstock.codec.tck.ExchangeBehaviour;
import org.penstock.codec.tck.GarbageBehaviour;
import org.penstock.codec.tck.SplitBehaviour;
import org.penstock.codec.tck.Transcript;

/** The suite, over transcripts of all that the codec knows. */
class MySqlCodecTckTest {
    private static final CodecUnderTest MYSQL = new CodecUnderTest(() -> new MySqlCodec(Map.of()), transcripts());

    private static List<Transcript> transcripts() {
        List<Transcript> all = new ArrayList<>(LoginTranscripts.all());
        all.addAll(CommandTranscripts.all());
        all.addAll(PreparedTranscripts.all());
        all.addAll(ServerFormTranscripts.all());
        all.addAll(UnaskedTranscripts.all());
        all.addAll(FaultTranscripts.all());
        all.addAll(CompressedTranscripts.all());
        all.addAll(SchemaTranscripts.all());
        all.addAll(SecretTranscripts.all());
        return all;
    }

    @Nested
    class Exchanges extends ExchangeBehaviour {
        Exchanges() {
            super(MYSQL);
        }
    }

    @Nested
    class Splits extends SplitBehaviour {
        Splits() {
            super(MYSQL);
        }
    }

    @Nested
    class Checkpoints extends CheckpointBehaviour {
        Checkpoints() {
            super(MYSQL);
        }
    }

    @Nested
    class Buffers extends BufferBehaviour {
        Buffers() {
            super(MYSQL);
        }
    }

    @Nested
    class Ends extends EndBehaviour {
        Ends() {
            super(MYSQL);
        }
    }

    @Nested
    class Garbage extends GarbageBehaviour {
        Garbage() {
            super(MYSQL);
        }
    }
}
