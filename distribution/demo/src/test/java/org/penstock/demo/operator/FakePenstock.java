package org.penstock.demo.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Answers an operator's lines as Penstock's shell does, from a little state. */
final class FakePenstock implements Operator {
    final List<String> typed = new ArrayList<>();
    /** Lines that are refused, with the reason. */
    final Map<String, String> refusals = new TreeMap<>();
    /** Changes that are said to be done and are not. */
    boolean lazy;

    String transport = "nio";
    private boolean recorder = true;
    private long generation = 20;
    private final Map<String, Long> generations = new TreeMap<>(Map.of("nio", 11L, "journal", 12L));

    @Override
    public Result run(String line) {
        if (!line.endsWith("--json") && !line.startsWith("felix:lb")) {
            typed.add(line);
        }
        if (refusals.containsKey(line)) {
            return new Result(1, "", refusals.get(line));
        }
        return new Result(0, answer(line), "");
    }

    private String answer(String line) {
        switch (line) {
            case "penstock:proxies --json" -> {
                return String.format(
                        Locale.ROOT,
                        "[{\"name\": \"demo\", \"transport\": \"%s\", \"recorders\": {\"journal\": %s}, \"open\": 16}]\n",
                        transport,
                        recorder);
            }
            case "penstock:transports --all --json" -> {
                StringBuilder services = new StringBuilder();
                generations.forEach((name, number) -> services.append(String.format(
                        Locale.ROOT,
                        "{\"family\": \"%s\", \"name\": \"%s\", \"generation\": %d, \"sessions\": 16}, ",
                        name.equals("journal") ? "recorder" : "transport",
                        name,
                        number)));
                return "[" + services + "]\n";
            }
            case "felix:lb -s" -> {
                return """
                        START LEVEL 5
                           ID|State      |Level|Symbolic name
                           17|Active     |    5|org.penstock.transport-nio-split (0.1.0.SNAPSHOT)|0.1.0.SNAPSHOT
                           18|Active     |    5|org.penstock.transport-nio (0.1.0.SNAPSHOT)|0.1.0.SNAPSHOT
                            9|Active     |    5|org.penstock.recorder-journal (0.1.0.SNAPSHOT)|0.1.0.SNAPSHOT
                        """;
            }
            default -> {
                if (!lazy) {
                    change(line);
                }
                return "";
            }
        }
    }

    private void change(String line) {
        switch (line) {
            case "penstock:swap transport bio" -> transport = "bio";
            case "penstock:swap transport nio" -> transport = "nio";
            case "update 18" -> generations.put("nio", generation++);
            case "stop 9" -> {
                recorder = false;
                generations.remove("journal");
            }
            case "start 9" -> {
                recorder = true;
                generations.put("journal", generation++);
            }
            default -> throw new AssertionError("unknown line " + line);
        }
    }
}
