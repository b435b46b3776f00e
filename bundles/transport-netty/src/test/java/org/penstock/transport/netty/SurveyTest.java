package org.penstock.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a machine does not allow is not offered, and the reason is one line. */
@Timeout(60)
final class SurveyTest {
    private static final String NO_WAY = "Java was started without something";

    private static Io withoutDescriptors(IoKind kind) {
        if (kind.byDescriptor()) {
            throw new UnsupportedOperationException(NO_WAY, new IllegalAccessException("deeper"));
        }
        return kind.open();
    }

    private static List<IoKind> kinds(Survey survey) {
        return survey.usable().stream().map(Io::kind).toList();
    }

    @Test
    void everyKindIsUsableOrHasAReason() {
        Survey survey = Survey.here();
        assertTrue(kinds(survey).contains(IoKind.NIO));
        for (IoKind kind : IoKind.values()) {
            assertTrue(kinds(survey).contains(kind) != survey.refused().containsKey(kind), kind.transport());
        }
    }

    @Test
    void whatNettyFindsMissingIsSaidAsItSaysItAtTheBottom() {
        Throwable cause =
                new UnsatisfiedLinkError("failed to load").initCause(new IOException("Operation not\npermitted"));
        Survey survey = Survey.of(
                kind -> Optional.ofNullable(kind == IoKind.IO_URING ? cause : null),
                kind -> withoutDescriptors(kind == IoKind.EPOLL ? IoKind.NIO : kind));
        assertEquals(Map.of(IoKind.IO_URING, "Operation not permitted"), survey.refused());
        assertEquals("; not available here: netty-io_uring (Operation not permitted)", survey.note());
    }

    @Test
    void withoutAWayToDescriptorsTheSelectorIsLeft() {
        Survey survey = Survey.of(kind -> Optional.empty(), SurveyTest::withoutDescriptors);
        assertEquals(List.of(IoKind.NIO), kinds(survey));
        assertEquals(Map.of(IoKind.EPOLL, NO_WAY, IoKind.IO_URING, NO_WAY), survey.refused());
    }

    @Test
    void whatDoesNotPassItsSelfTestIsNotOffered() {
        Survey survey = Survey.of(kind -> Optional.empty(), SurveyTest::thatWatchesNothing);
        assertEquals(List.of(IoKind.NIO), kinds(survey), "by public means, and so not tested");
        survey.refused().values().forEach(why -> assertTrue(why.startsWith("its self-test failed: "), why));
        assertTrue(survey.refused().get(IoKind.EPOLL).endsWith("no such socket"), survey.note());
    }

    private static Io thatWatchesNothing(IoKind kind) {
        return new Io(kind, IoKind.NIO.open().handlers(), (channel, socket) -> {
            throw new IOException("no such socket");
        });
    }

    @Test
    void aLoopThatTellsNothingIsFoundOutInTime() {
        Io deaf = new Io(IoKind.NIO, IoKind.NIO.open().handlers(), (channel, socket) -> new DeafWatch(channel));
        assertTrue(SelfTest.failure(deaf).orElseThrow().contains("took longer than"));
    }

    @Test
    void nothingIsSaidWhereNothingIsMissing() {
        assertEquals("", new Survey(List.of(), Map.of()).note());
    }
}
