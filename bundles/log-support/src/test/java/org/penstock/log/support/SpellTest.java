package org.penstock.log.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** One line when it begins, one when it ends, whatever happens in between. */
class SpellTest {
    private static final Duration CALM = Duration.ofSeconds(5);

    private long now = 1_000;
    private final List<Spell.Past> told = new ArrayList<>();
    private final Spell spell = new Spell(CALM, () -> now, told::add);

    private void after(long seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private static Spell.Past past(long seconds, long times) {
        return new Spell.Past(Duration.ofSeconds(seconds), times, times);
    }

    @Test
    void itIsToldOnceHoweverOftenItIsMet() {
        assertTrue(spell.met());
        for (int i = 0; i < 1_000; i++) {
            after(1);
            assertFalse(spell.met());
        }
        spell.look();
        assertEquals(List.of(), told);
        assertTrue(spell.lasts());
    }

    @Test
    void itEndsWithHowLongItLastedAndHowOftenItWasMet() {
        spell.met();
        after(7);
        spell.met();
        after(3);
        spell.passed(); // gone after 10 s
        after(4);
        spell.look();
        assertEquals(List.of(), told, "it may come back");
        after(1);
        spell.look();
        assertEquals(List.of(past(10, 2)), told);
        assertFalse(spell.lasts());
        assertTrue(spell.met(), "the next one");
    }

    @Test
    void oneThatFlickersIsOneSpell() {
        spell.met();
        for (int i = 0; i < 100; i++) {
            after(4);
            spell.passed();
            after(4);
            assertFalse(spell.met());
        }
        after(4);
        spell.passed();
        after(5);
        spell.passed();
        assertEquals(List.of(past(804, 101)), told);
    }

    @Test
    void whatNobodyHasSeenToBeGoneIsNotOver() {
        spell.met();
        after(1_000);
        spell.look();
        assertEquals(List.of(), told);
    }

    @Test
    void withoutCalmItEndsAtOnce() {
        Spell sudden = new Spell(Duration.ZERO, () -> now, told::add);
        sudden.met();
        after(2);
        sudden.passed();
        assertEquals(List.of(past(2, 1)), told);
    }

    @Test
    void whoGoesAwayTellsWhatHasBeenCounted() {
        spell.met();
        after(2);
        spell.met();
        spell.close();
        spell.close();
        assertEquals(List.of(past(2, 2)), told);
    }

    @Test
    void whatItConcernsIsAddedUpForEachSpellAnew() {
        Spell sudden = new Spell(Duration.ZERO, () -> now, told::add);
        for (long first : new long[] {3, 0}) {
            sudden.met(first);
            sudden.met(4);
            sudden.passed();
        }
        assertEquals(List.of(new Spell.Past(Duration.ZERO, 2, 7), new Spell.Past(Duration.ZERO, 2, 4)), told);
    }

    @Test
    void whatHasNoEndOfItsOwnIsOverWhenItHappensNoMoreForAWhile() {
        assertTrue(spell.happened());
        after(2);
        assertFalse(spell.happened());
        after(CALM.toSeconds());
        assertTrue(spell.happened(), "the next one finds that those before it are over");
        assertEquals(List.of(past(2, 2)), told);
    }

    @Test
    void lengthsAreReadable() {
        assertEquals("0.0 s", past(0, 1).length());
        assertEquals("59.9 s", new Spell.Past(Duration.ofMillis(59_999), 1, 1).length());
        assertEquals("1 m 0 s", past(60, 1).length());
        assertEquals("59 m 59 s", past(3_599, 1).length());
        assertEquals("1 h 0 m", past(3_600, 1).length());
        assertEquals("26 h 1 m", past(26 * 3_600 + 119, 1).length());
        assertThrows(IllegalArgumentException.class, () -> past(1, 0));
    }

    /** Whatever comes in whatever order: beginnings and ends alternate, and nothing that was met is missing. */
    @Property
    void beginningsAndEndsAlternateAndAllIsCounted(@ForAll @Size(max = 60) List<@IntRange(max = 9) Integer> events) {
        long[] time = {Long.MAX_VALUE - Duration.ofSeconds(20).toNanos()}; // a clock may wrap
        List<Spell.Past> ends = new ArrayList<>();
        Spell any = new Spell(CALM, () -> time[0], ends::add);
        int begun = 0;
        long met = 0;
        for (int event : events) {
            switch (event) {
                case 0, 1, 2 -> {
                    met++;
                    if (any.met()) {
                        begun++;
                    }
                }
                case 3, 4, 5 -> any.passed();
                case 6 -> any.look();
                default -> time[0] += Duration.ofSeconds(event - 6).toNanos();
            }
            assertEquals(begun - (any.lasts() ? 1 : 0), ends.size());
        }
        any.passed();
        time[0] += CALM.toNanos();
        any.look();
        assertEquals(begun, ends.size());
        assertEquals(met, ends.stream().mapToLong(Spell.Past::times).sum());
    }

    @Test
    void manyThreadsMeetOneSpellAndOneEndIsTold() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        Spell shared = new Spell(Duration.ZERO, () -> 0, past -> ended.addAndGet((int) past.times()));
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int i = 0; i < 10_000; i++) {
                    if (shared.met()) {
                        begun.incrementAndGet();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        shared.passed();
        shared.passed();
        assertEquals(1, begun.get());
        assertEquals(40_000, ended.get());
    }
}
