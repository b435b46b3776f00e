package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever asks is told what is kept back now, and everything else that lasts. */
class FindingsTest {
    private final Map<String, String> keptBack = new HashMap<>();
    private final Findings findings = new Findings(() -> keptBack);

    @Test
    void whatIsKeptBackIsToldAtOnceAndNotOnceItIsRead() {
        assertEquals(Map.of(), findings.get());
        keptBack.put("a.cfg", "line 1 is not in UTF-8");
        Map<String, String> told = findings.get();
        assertEquals(Map.of("a.cfg", "a.cfg: line 1 is not in UTF-8"), told);
        keptBack.clear();
        assertEquals(Map.of(), findings.get());
        assertEquals(1, told.size(), "what was told is not changed afterwards");
    }

    @Test
    void whatLastsIsToldInOrderOfTheNames() {
        keptBack.put("b.cfg", "line 2 is not in UTF-8");
        findings.last(Map.of("c.cfg", "c.cfg: nothing takes it", "a.cfg", "a.cfg: it is a folder"));
        assertEquals(
                List.of("a.cfg: it is a folder", "b.cfg: line 2 is not in UTF-8", "c.cfg: nothing takes it"),
                List.copyOf(findings.get().values()));
        findings.last(Map.of());
        assertEquals(List.of("b.cfg"), List.copyOf(findings.get().keySet()));
    }

    @Test
    void whatIsKeptBackNowCountsBeforeWhatLasted() {
        findings.last(Map.of("a.cfg", "a.cfg: line 1 is not in UTF-8"));
        keptBack.put("a.cfg", "line 3 is not in UTF-8");
        assertEquals(Map.of("a.cfg", "a.cfg: line 3 is not in UTF-8"), findings.get());
    }
}
