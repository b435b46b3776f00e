package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What lasts is told once; what is over in a moment is not. */
class NewsTest {
    private final List<String> told = new ArrayList<>();
    private final News news = new News(told::add);

    private void found(int times, Map<String, String> findings) {
        for (int i = 0; i < times; i++) {
            news.found(findings);
        }
    }

    @Test
    void aFindingIsToldOnceWhenItLasts() {
        found(News.LOOKS - 1, Map.of("a", "a: bad"));
        assertEquals(List.of(), told);
        found(10, Map.of("a", "a: bad"));
        assertEquals(List.of("a: bad"), told);
    }

    @Test
    void anotherMistakeIsAnotherLineAndSoIsTheSameOneLater() {
        found(5, Map.of("a", "a: bad"));
        found(5, Map.of("a", "a: worse"));
        found(1, Map.of());
        found(5, Map.of("a", "a: worse"));
        assertEquals(List.of("a: bad", "a: worse", "a: worse"), told);
    }

    @Test
    void whatIsToldLastsAsLongAsItIsFound() {
        found(News.LOOKS - 1, Map.of("a", "a: bad"));
        assertEquals(Map.of(), news.lasting());
        found(1, Map.of("a", "a: bad", "b", "b: bad"));
        assertEquals(Map.of("a", "a: bad"), news.lasting());
        found(10, Map.of("a", "a: bad", "b", "b: bad"));
        assertEquals(Map.of("a", "a: bad", "b", "b: bad"), news.lasting());
        found(1, Map.of("a", "a: worse"));
        assertEquals(Map.of(), news.lasting());
    }

    @Test
    void whatComesAndGoesIsNotTold() {
        for (int i = 0; i < 10; i++) {
            found(News.LOOKS - 1, Map.of("a", "a: bad"));
            found(1, Map.of());
        }
        assertEquals(List.of(), told);
    }
}
