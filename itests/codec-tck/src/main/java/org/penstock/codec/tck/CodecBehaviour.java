package org.penstock.codec.tck;

import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.penstock.codec.api.ProtocolCodec;

/** What the classes of the suite share: a codec, and a test for each of its transcripts. */
@Timeout(120)
public abstract class CodecBehaviour {
    private final CodecUnderTest subject;

    protected CodecBehaviour(CodecUnderTest subject) {
        this.subject = subject;
    }

    ProtocolCodec codec() {
        return subject.codec().get();
    }

    Stream<Transcript> transcripts() {
        return subject.transcripts().stream();
    }

    Stream<DynamicTest> each(Function<Transcript, Executable> test) {
        return transcripts().map(t -> DynamicTest.dynamicTest(t.name(), test.apply(t)));
    }
}
