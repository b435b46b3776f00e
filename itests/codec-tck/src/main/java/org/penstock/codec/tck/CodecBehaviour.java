package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.penstock.codec.api.ProtocolCodec;

/** What the classes of the suite share: a codec, and a test for each of its transcripts. */
@Timeout(CodecBehaviour.MOST_SECONDS)
public abstract class CodecBehaviour {
    static final int MOST_SECONDS = 120;

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
        return transcripts().map(t -> test(t.name(), test.apply(t)));
    }

    /** A decoder that hangs is a failure: JUnit's own bound on a class does not reach tests that it makes at run time. */
    static DynamicTest test(String name, Executable test) {
        return test(name, Duration.ofSeconds(MOST_SECONDS), test);
    }

    static DynamicTest test(String name, Duration most, Executable test) {
        return DynamicTest.dynamicTest(name, () -> assertTimeoutPreemptively(most, test));
    }
}
