package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.penstock.codec.mysql.Packets.*;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.tck.Buffers;
import org.penstock.codec.tck.Player;
import org.penstock.codec.tck.Step;
import org.penstock.test.support.LogLines;

/** docs/configuration.md: an edit holds for sessions that begin afterwards; a mistake is one line, and changes nothing. */
class LiveEditTest {
    private static final String STATEMENT = "SELECT 'more than ten bytes'";

    private final MySqlCodec codec = new MySqlCodec(Map.of("text.limit", "10"));

    private List<String> edit(Object limit) {
        return LogLines.during(() -> codec.modified(Map.of("text.limit", limit)));
    }

    private Player session() {
        Player player = new Player(codec, Buffers.DIRECT);
        play(player, Script.loggedIn("", BASIC));
        return player;
    }

    /** What is kept of the statement, by a session that is asked now. */
    private static Object kept(Player session) {
        play(session, new Script("").command(query(STATEMENT)).server(ok()));
        return session.told().get(session.told().size() - 1).attributes().get("db.query.text");
    }

    private static void play(Player player, Script script) {
        for (Step step : script.end().steps()) {
            player.show(step.from(), step.bytes(), 0, step.bytes().length);
        }
    }

    @Test
    void itHoldsForSessionsThatBeginAfterwardsAndIsToldInALine() {
        Player open = session();
        List<String> lines = edit("6");
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(
                lines.get(0)
                        .endsWith("INFO org.penstock.codec.mysql.MySqlCodec - codec mysql uses its new configuration:"
                                + " text.limit = 10 -> 6"),
                lines.get(0));
        assertEquals("SELECT", kept(session()));
        assertEquals("SELECT 'mo", kept(open));
    }

    @Test
    void aSessionThatIsRestoredGoesByWhatIsInForceThen() throws CheckpointRefused {
        Player open = session();
        edit("6");
        assertTrue(open.moveOn());
        assertEquals("SELECT", kept(open));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "16k", "", "131073"})
    void aMistakeIsOneLineAndChangesNothing(String bad) {
        List<String> lines = edit(bad);
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains("ERROR") && lines.get(0).contains("text.limit"), lines.get(0));
        assertEquals("SELECT 'mo", kept(session()));
    }

    @Test
    void theSameAgainIsNotToldOf() {
        assertEquals(List.of(), edit(" 10 "));
    }
}
