package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.framework.FrameworkUtil;
import org.penstock.proxy.core.config.ConfigReader;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.test.support.LogLines;

/** Of whatever befalls clients by the thousand an operator reads two lines: that it began, and that it is over. */
class ProxyNewsTest {
    private static final long SECOND = 1_000_000_000;

    private final LogLines log = LogLines.capture();
    private final ProxyConfig config = config();
    private long now;
    private final ProxyNews news = new ProxyNews(() -> config, () -> now);

    @AfterEach
    void close() {
        log.close();
    }

    private static ProxyConfig config() {
        ConfigReader.Result read = ConfigReader.read(
                "org.penstock.proxy~orders",
                FrameworkUtil.asDictionary(Map.of("listen", "127.0.0.1:1", "backend", "db:2")));
        return ((ConfigReader.Result.Good) read).config();
    }

    /** @param event number i of it */
    private record Kind(String begin, String end, IntConsumer event, Runnable contrary) {}

    private Kind kind(String name) {
        return switch (name) {
            case "server" ->
                new Kind(
                        "proxy=orders refused 0; clients are told so until it is reached again",
                        "proxy=orders server db:2 is reached again, after 100.0 s; clients turned away=1000",
                        i -> news.serverFailed("refused " + i),
                        news::serverReached);
            case "limit" ->
                new Kind(
                        "proxy=orders sessions.max = 9 is reached; clients are turned away",
                        "proxy=orders has room for sessions again, after 100.0 s; clients turned away=1000",
                        i -> news.turnedAway(9),
                        news::admitted);
            case "accept" ->
                new Kind(
                        "proxy=orders accepts no more for the moment: no descriptors; clients wait",
                        "proxy=orders accepts again, after 100.0 s",
                        i -> news.acceptsNobody("no descriptors"),
                        news::accepted);
            case "homeless" ->
                new Kind(
                        "proxy=orders session=0 closed: no transport; more are counted",
                        "proxy=orders 1000 sessions were closed for want of a transport",
                        i -> news.homeless(i, "no transport"),
                        () -> {});
            default ->
                new Kind(
                        "proxy=orders session=0 ended with 3 records no recorder took; more are counted",
                        "proxy=orders 1000 sessions ended with 3000 records no recorder took, in 100.0 s",
                        i -> news.unrecorded(i, 3),
                        () -> {});
        };
    }

    static Stream<Arguments> kinds() {
        return Stream.of("server", "limit", "accept", "homeless", "unrecorded").map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aThousandAreTwoLines(String name) {
        Kind kind = kind(name);
        for (int i = 0; i < 1_000; i++) {
            kind.event.accept(i);
            now += SECOND / 10;
            news.look();
        }
        kind.contrary.run();
        wait(10);
        assertEquals(1, log.of("WARN", "").size());
        assertTrue(log.of("WARN", "").get(0).endsWith(kind.begin), log.of("WARN", "")::toString);
        assertEquals(1, log.of("INFO", "").size());
        // the last one to have come is seen to be gone at the next look
        String end = kind.end.replace("100.0 s", "1 m 40 s");
        assertTrue(log.of("INFO", "").get(0).endsWith(end), () -> log.of("INFO", "") + " is not " + end);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void atTheBrinkToAndFroIsNoMoreLines(String name) {
        Kind kind = kind(name);
        for (int i = 0; i < 1_000; i++) {
            kind.event.accept(i);
            now += SECOND;
            kind.contrary.run();
            news.look();
            now += SECOND;
        }
        assertEquals(1, log.of("WARN", "").size());
        assertEquals(List.of(), log.of("INFO", ""));
    }

    @Test
    void aProxyThatEndsTellsWhatItHasCounted() {
        news.unrecorded(1, 5);
        news.unrecorded(2, 6);
        news.homeless(3, "no transport");
        news.homeless(4, "no transport");
        news.close();
        assertEquals(
                1,
                log.of("INFO", "2 sessions ended with 11 records no recorder took")
                        .size());
        assertEquals(
                1,
                log.of("INFO", "2 sessions were closed for want of a transport").size());
        assertEquals(2, log.of("INFO", "").size());
    }

    /** Nobody is left to see it: the next core tells anew what still lasts. */
    @Test
    void whatHasNotEndedByThenIsToldAsSuch() {
        news.serverFailed("refused");
        news.turnedAway(9);
        news.acceptsNobody("no descriptors");
        now += 7 * SECOND;
        news.close();
        String ends = "proxy=orders ends, or its core does, ";
        for (String left : List.of(
                "with server db:2 not reached again, after 7.0 s; clients turned away=1",
                "without room for sessions, after 7.0 s; clients turned away=1",
                "without accepting again, after 7.0 s")) {
            assertEquals(1, log.of("INFO", ends + left).size(), left);
        }
        assertEquals(3, log.of("INFO", "").size());
    }

    @Test
    void whatHasJustEndedIsToldAsOver() {
        news.serverFailed("refused");
        now += 7 * SECOND;
        news.serverReached();
        news.close();
        assertEquals(
                1, log.of("INFO", "server db:2 is reached again, after 7.0 s").size());
        assertEquals(1, log.of("INFO", "").size());
    }

    private void wait(int seconds) {
        for (int i = 0; i < seconds; i++) {
            news.look();
            now += SECOND;
        }
    }
}
