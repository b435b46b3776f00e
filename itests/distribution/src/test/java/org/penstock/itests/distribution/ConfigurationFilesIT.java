package org.penstock.itests.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/configuration.md: a mistake in a file, in its name or in what it is, is one line in the log, whether it is there at
 * the start or comes later. Nothing of it is on the console, and none has a stack.
 */
@Timeout(600)
class ConfigurationFilesIT {
    private static final byte[] LATIN = "# caf\u00e9\nlisten = 127.0.0.1:1\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final Pattern PID = Pattern.compile("configuration-pid=\"([^\"]+)\"");
    private static final String SOME = "listen = 127.0.0.1:1\nbackend = 127.0.0.1:2\n";

    @TempDir
    Path folder;

    private Echo server;
    private int port;
    private Instance instance;
    private Path etc;
    private Path console;
    private Process process;

    @BeforeEach
    void anInstance() throws IOException {
        server = new Echo();
        port = Echo.freePort();
        instance = new Instance(folder.resolve("instance"));
        etc = folder.resolve("instance/etc");
        console = folder.resolve("console");
        instance.configure("good", "listen = 127.0.0.1:" + port, "backend = " + server.address());
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        instance.close();
        process.waitFor();
        server.close();
    }

    /** Puts every mistake into the folder whose name begins with that; tells what is to be said of each. */
    private Map<String, String> mistakes(String proxy) throws Exception {
        Map<String, String> said = new LinkedHashMap<>();
        String base = "org.penstock.proxy-" + proxy;
        said.put(base + "utf8.cfg", "line 1 is not in UTF-8");
        Files.write(etc.resolve(base + "utf8.cfg"), LATIN);
        said.put(base + "bom.cfg", "byte order mark");
        Files.writeString(etc.resolve(base + "bom.cfg"), "\ufeff" + SOME);
        said.put(base + "escape.cfg", "line 3 holds \\u12");
        Files.writeString(etc.resolve(base + "escape.cfg"), SOME + "protocol = \\u12\n");
        said.put(base + "huge.cfg", "it is longer than 1048576 bytes");
        Files.write(etc.resolve(base + "huge.cfg"), new byte[100 << 20]);
        said.put(base + "loop.cfg", "line 3 holds ${protocol}, which leads back to itself");
        Files.writeString(etc.resolve(base + "loop.cfg"), SOME + "protocol = ${protocol}\n");
        said.put(base + "variable.cfg", "line 3 holds ${nope}, which nothing defines");
        Files.writeString(etc.resolve(base + "variable.cfg"), SOME + "recorder = ${nope}\n");
        said.put(base + "spelling.cfg", "line 3 has the key LISTEN, which is listen of line 1 in other capitals");
        Files.writeString(etc.resolve(base + "spelling.cfg"), SOME + "LISTEN = 127.0.0.1:2\n");
        said.put(base + "key.cfg", "line 3 has the key service.pid, which the framework sets itself");
        Files.writeString(etc.resolve(base + "key.cfg"), SOME + "service.pid = x\n");
        said.put(base + "folder.cfg", "it is a folder");
        Files.createDirectory(etc.resolve(base + "folder.cfg"));
        Files.writeString(etc.resolve(base + "folder.cfg").resolve(base + "inner.cfg"), SOME);
        said.put(base + "link.cfg", "it is a link to /nowhere, which is not there");
        Files.createSymbolicLink(etc.resolve(base + "link.cfg"), Path.of("/nowhere"));
        said.put(base + "pipe.cfg", "it is no regular file");
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", etc.resolve(base + "pipe.cfg").toString())
                        .start()
                        .waitFor());
        said.put(base + "twin.cfg", "differ in capitals only");
        Files.writeString(etc.resolve(base + "Twin.cfg"), SOME.replace(":1", ":" + Echo.freePort()));
        Files.writeString(etc.resolve(base + "twin.cfg"), SOME.replace(":1", ":" + Echo.freePort()));
        for (String nobodys : List.of("org.penstock.prox-" + proxy, "org.penstock.proxy_" + proxy, proxy + "-orders")) {
            said.put(nobodys + ".cfg", "nothing takes it; allowed are org.penstock.codec.mysql.cfg, ");
            Files.writeString(etc.resolve(nobodys + ".cfg"), SOME);
        }
        for (String ending : List.of(".CFG", ".config", ".properties", ".cfg.txt", "")) {
            said.put(base + "end" + ending, "it is not read; allowed is a name that ends with .cfg");
            Files.writeString(etc.resolve(base + "end" + ending), SOME);
        }
        said.put(base + "a b.cfg", "it is not read, for its name");
        Files.writeString(etc.resolve(base + "a b.cfg"), SOME);
        for (String silent : List.of(".cfg~", ".cfg.bak", ".cfg.swp", ".cfg.new", ".cfg.example")) {
            Files.writeString(etc.resolve(base + silent), SOME);
        }
        return said;
    }

    private List<String> log() throws IOException {
        try {
            return instance.log().lines().toList();
        } catch (NoSuchFileException e) {
            return List.of(); // it has not begun
        }
    }

    private void awaitLine(String file, String text) throws Exception {
        while (log().stream().noneMatch(l -> l.contains(file + ": ") && l.contains(text))) {
            assertTrue(process.isAlive(), () -> "it has ended before it told of " + file);
            Thread.sleep(100);
        }
    }

    private void assertToldOnce(Map<String, String> said) throws Exception {
        for (Map.Entry<String, String> e : said.entrySet()) {
            awaitLine(e.getKey(), e.getValue());
        }
        List<String> errors = new ArrayList<>(log().stream()
                .filter(l -> l.contains(" ERROR ") && said.keySet().stream().anyMatch(f -> l.contains(" " + f + ": ")))
                .toList());
        assertEquals(said.size(), errors.size(), () -> String.join("\n", errors));
    }

    @Test
    void everyMistakeIsOneLineAtTheStartAndLater() throws Exception {
        Map<String, String> first = mistakes("a");
        process = instance.beginTo(console, "run");
        assertToldOnce(first);
        try (Socket client = Echo.connect(port)) {
            assertTrue(Echo.answers(client, "through the proxy"));
            Map<String, String> later = mistakes("b");
            assertToldOnce(later);

            // an edit that cannot be read leaves what was there in force
            Path good = etc.resolve("org.penstock.proxy-good.cfg");
            Files.write(good, LATIN);
            awaitLine("org.penstock.proxy-good.cfg", "line 1 is not in UTF-8");
            assertTrue(Echo.answers(client, "still through the proxy"));
            try (Socket another = Echo.connect(port)) {
                assertTrue(Echo.answers(another, "and so is another"));
            }
        }
        List<String> log = log();
        assertEquals(
                List.of(), log.stream().filter(l -> !l.matches("\\d{4}-.*")).toList(), "a stack");
        assertEquals(
                List.of(), log.stream().filter(l -> l.contains("fileinstall")).toList());
        assertEquals("", Files.readString(console));
    }

    /** The files that bundles take, by what their components say, with the bundles; but for the shell, which is in use here. */
    private Map<String, String> configured() throws IOException {
        Map<String, String> bundles = new TreeMap<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Instance.BUNDLES, "*.jar")) {
            for (Path path : jars) {
                String name = path.getFileName().toString().replaceFirst("\\.jar$", "");
                if (name.equals("shell")) {
                    continue;
                }
                try (JarFile jar = new JarFile(path.toFile())) {
                    for (String pid : pids(jar)) {
                        bundles.put(pid + (pid.equals("org.penstock.proxy") ? "-good.cfg" : ".cfg"), name);
                    }
                }
            }
        }
        return bundles;
    }

    private static List<String> pids(JarFile jar) throws IOException {
        List<String> pids = new ArrayList<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            if (entry.getName().matches("OSGI-INF/org\\.penstock\\..*\\.xml")) {
                String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                PID.matcher(text).results().map(r -> r.group(1)).forEach(pids::add);
            }
        }
        return pids;
    }

    @Test
    void ofARightFileWhoseBundleIsAwayThatIsTold() throws Exception {
        Map<String, String> bundles = configured();
        assertTrue(bundles.containsValue("codec-mysql"), bundles.toString());
        for (String file : bundles.keySet()) {
            if (!Files.exists(etc.resolve(file))) {
                Files.createFile(etc.resolve(file));
            }
        }
        process = instance.beginTo(console, "run");
        while (instance.call("shell", "status --wait 240 --proxies 1").status() != 0) {
            assertTrue(process.isAlive());
        }
        String names = " org.penstock." + String.join(" org.penstock.", bundles.values());
        assertEquals(new Instance.Call(0, "", ""), instance.call("shell", "stop" + names));
        for (Map.Entry<String, String> e : bundles.entrySet()) {
            awaitLine(e.getKey(), "bundle " + e.getValue() + " takes it, which is not active");
        }
        assertFalse(instance.log().contains("nothing takes it"), instance.log());
        assertEquals(new Instance.Call(0, "", ""), instance.call("shell", "start" + names));
        while (instance.call("status").out().contains("configuration: ")) {
            assertTrue(process.isAlive());
        }
    }

    /** Editors write a name, and take it away again, faster than anybody reads it. */
    @Test
    void filesThatComeAndGoLeaveNoLine() throws Exception {
        process = instance.beginTo(console, "run");
        while (log().stream().noneMatch(l -> l.contains("proxy=good listens"))) {
            assertTrue(process.isAlive());
            Thread.sleep(100);
        }
        for (int i = 0; i < 200; i++) {
            Path file = etc.resolve("org.penstock.proxy-flicker" + i % 3 + ".cfg");
            Files.writeString(file, SOME);
            Files.delete(file);
            Thread.sleep(10);
        }
        Files.writeString(etc.resolve("org.penstock.nobody.cfg"), SOME);
        awaitLine("org.penstock.nobody.cfg", "nothing takes it");
        List<String> errors = log().stream().filter(l -> l.contains(" ERROR ")).toList();
        assertEquals(1, errors.stream().filter(l -> !l.contains("flicker")).count(), errors::toString);
        assertEquals(
                List.of(), log().stream().filter(l -> !l.matches("\\d{4}-.*")).toList(), "a stack");
        assertEquals("", Files.readString(console));
    }
}
