package org.penstock.itests.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;

/** What the journal has of each session, as the shell prints it. By text, so that these tests import none of our APIs. */
final class Journaled {
    private static final Pattern TYPE = Pattern.compile("\"type\":\"([a-z-]+)\"");
    private static final Pattern SESSION = Pattern.compile("\"session\":(\\d+)");
    private static final Pattern SEQUENCE = Pattern.compile("\"sequence\":(\\d+)");
    private static final Pattern KIND = Pattern.compile("\"kind\":\"([A-Z_]+)\"");
    private static final Pattern OUTCOME = Pattern.compile("\"outcome\":\"([a-z]+)\"");
    private static final Pattern REASON = Pattern.compile("\"reason\":\"([^\"]*)\"");
    private static final Pattern TEXT = Pattern.compile("\"db\\.query\\.text\":\"([^\"]*)\"");

    private final Map<Long, List<String>> sessions = new TreeMap<>();
    private final Map<Long, String> reasons = new TreeMap<>();
    private final Map<Long, Integer> records = new TreeMap<>();

    Journaled(CommandProcessor shell) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream console = new PrintStream(out, true, StandardCharsets.UTF_8);
        try (CommandSession session = shell.createSession(new ByteArrayInputStream(new byte[0]), console, console)) {
            session.execute("penstock:journal tail --from 0 --chunks --json");
        }
        out.toString(StandardCharsets.UTF_8).lines().forEach(this::take);
    }

    /** Bytes that passed are counted and not kept. */
    private void take(String line) {
        Long session = Long.valueOf(in(line, SESSION));
        String sequence = in(line, SEQUENCE);
        String hole = sequence.equals(Integer.toString(records.merge(session, 1, Integer::sum) - 1))
                ? ""
                : " at sequence " + sequence;
        String type = in(line, TYPE);
        if (type.equals("session-close")) {
            reasons.put(session, in(line, REASON));
        }
        if (!type.equals("chunk") || !hole.isEmpty()) {
            sessions.computeIfAbsent(session, s -> new ArrayList<>())
                    .add((type.equals("exchange") ? exchange(line) : type) + hole);
        }
    }

    private static String exchange(String line) {
        Matcher text = TEXT.matcher(line);
        return in(line, KIND)
                + (text.find() ? " " + text.group(1) : "")
                + (in(line, OUTCOME).equals("aborted") ? ", aborted" : "");
    }

    private static String in(String line, Pattern what) {
        Matcher m = what.matcher(line);
        if (!m.find()) {
            throw new AssertionError("not a record: " + line);
        }
        return m.group(1);
    }

    /** Those in which statements were run: what happened, in order; records that are missing show as holes. */
    List<List<String>> withStatements() {
        return sessions.values().stream().filter(Journaled::hasStatements).toList();
    }

    private static boolean hasStatements(List<String> session) {
        return session.stream().anyMatch(what -> what.startsWith("COM_QUERY"));
    }

    /** Why those have ended. */
    Set<String> reasons() {
        return reasons.entrySet().stream()
                .filter(e -> hasStatements(sessions.get(e.getKey())))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }

    /** How many of those have ended. */
    long ended() {
        return withStatements().stream()
                .filter(s -> s.get(s.size() - 1).startsWith("session-close"))
                .count();
    }
}
