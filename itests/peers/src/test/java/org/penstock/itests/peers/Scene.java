package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.penstock.demo.mariadb.MariaDbServer;
import org.penstock.demo.operator.Operator;
import org.penstock.demo.penstock.PenstockInstance;

/** A Penstock in a process of its own, with an operator at its shell who reads its log and its record. */
final class Scene implements AutoCloseable {
    private static final Path HOME = Path.of(System.getProperty("peers.home"));
    static final Path MARIADB = Path.of(System.getProperty("peers.mariadb"));
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PenstockInstance penstock;

    private Scene(PenstockInstance penstock) {
        this.penstock = penstock;
    }

    /** A server that does not mind what is done to it. */
    static MariaDbServer mariaDb(Path folder) throws IOException, InterruptedException {
        return MariaDbServer.start(MARIADB, folder.resolve("mariadb.log"), List.of("--max-connect-errors=1000000"));
    }

    /** A server on a port that is known beforehand. */
    static MariaDbServer mariaDb(Path folder, int port) throws IOException, InterruptedException {
        return MariaDbServer.start(MARIADB, folder.resolve("mariadb.log"), port, List.of());
    }

    /** @param proxies configurations by name */
    static Scene start(Path folder, Map<String, String> proxies) throws IOException, InterruptedException {
        return start(folder, proxies, Map.of(), "");
    }

    /** @param files further files of the configuration */
    static Scene start(Path folder, Map<String, String> proxies, Map<String, String> files, String javaOpts)
            throws IOException, InterruptedException {
        Map<String, String> configuration = new TreeMap<>(files);
        proxies.forEach((name, text) -> configuration.put(file(name), text));
        return new Scene(
                PenstockInstance.start(HOME, folder.resolve("penstock"), configuration, Map.of("JAVA_OPTS", javaOpts)));
    }

    /** A proxy's configuration. */
    static String proxy(int port, int backend, String... more) {
        return String.format(Locale.ROOT, """
                listen = 127.0.0.1:%d
                backend = 127.0.0.1:%d
                protocol = mysql
                """, port, backend) + String.join("\n", more) + "\n";
    }

    static String file(String proxy) {
        return "org.penstock.proxy-" + proxy + ".cfg";
    }

    /** Edits a proxy's configuration, or makes one. */
    void configure(String proxy, String text) throws IOException {
        // in one step: a file half written is read half
        Path part = penstock.etc().resolve(file(proxy) + ".part");
        Files.writeString(part, text);
        Files.move(part, penstock.etc().resolve(file(proxy)), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    PenstockInstance penstock() {
        return penstock;
    }

    /** A line that must be done. */
    String type(String line) throws IOException {
        Operator.Result result = penstock.operator().run(line);
        assertEquals(0, result.status(), () -> line + ": " + result.error() + result.output());
        return result.output();
    }

    JsonNode json(String line) throws IOException {
        return JSON.readTree(type(line));
    }

    /** What {@code penstock:proxies} shows of one. */
    JsonNode proxy(String name) throws IOException {
        for (JsonNode proxy : json("penstock:proxies --json")) {
            if (proxy.get("name").asText().equals(name)) {
                return proxy;
            }
        }
        return JSON.missingNode();
    }

    /** The number of a bundle of ours. */
    long bundle(String name) throws IOException {
        String list = type("felix:lb -s");
        Matcher matcher = Pattern.compile(
                        "(?m)^\\s*(\\d+)\\|[^|]*\\|[^|]*\\|org\\.penstock\\." + Pattern.quote(name) + "\\b[^-\\w].*$")
                .matcher(list);
        assertTrue(matcher.find(), list);
        return Long.parseLong(matcher.group(1));
    }

    /** Where a bundle of the distribution is. */
    static String location(String name) {
        return HOME.toAbsolutePath()
                .normalize()
                .resolve("bundle/" + name + ".jar")
                .toUri()
                .toString();
    }

    /** The journal's records, all of them. */
    Records records() throws IOException {
        List<JsonNode> records = new ArrayList<>();
        for (String line : type("penstock:journal tail --json --from 0").lines().toList()) {
            records.add(JSON.readTree(line));
        }
        return new Records(records);
    }

    /** The same, once so many sessions have ended in it. */
    Records recordsOfClosed(int sessions) throws Exception {
        Await.until("every session's end in the record", () -> {
            return records().ofType("session-close").size() == sessions;
        });
        return records();
    }

    /** The log's lines in which that is found. */
    List<String> log(String regex) throws IOException {
        Pattern pattern = Pattern.compile(regex);
        return Files.readAllLines(penstock.log()).stream()
                .filter(line -> pattern.matcher(line).find())
                .toList();
    }

    /** Exactly one line says so. */
    void assertSaidOnce(String regex) throws IOException {
        assertEquals(1, log(regex).size(), () -> regex + " in:\n" + everythingSaid());
    }

    /** Nothing that somebody has to repair in the code. */
    void assertNoFault() throws IOException {
        assertEquals(List.of(), log(" ERROR |Exception|^\\s+at "), this::everythingSaid);
        assertTrue(penstock.alive());
    }

    /** The process's memory, in KiB, by its name in {@code /proc}: {@code VmRSS} now, {@code VmHWM} at its most. */
    long memoryKib(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + penstock.pid() + "/status"))) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("no " + name + " of process " + penstock.pid());
    }

    String everythingSaid() {
        try {
            return Files.readString(penstock.log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        penstock.close();
    }
}
