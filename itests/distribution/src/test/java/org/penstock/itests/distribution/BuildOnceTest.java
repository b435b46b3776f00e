package org.penstock.itests.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The source tree's script builds what is not built or has changed, and that alone; with a Maven that only counts. */
@Timeout(60)
class BuildOnceTest {
    private static final Path SOURCES = Path.of("../..");
    private static final String PENSTOCK = "-pl distribution/felix -am package";
    private static final String BOTH = "-pl distribution/felix,distribution/demo -am package";
    private static final String DEMO = "-pl distribution/demo -am package";

    @TempDir
    Path folder;

    private Path tree;

    @BeforeEach
    void aTreeWithScriptsAndFewSources() throws IOException {
        tree = folder.resolve("a tree");
        for (String script : List.of("penstock", "dev/build.sh", "distribution/felix/src/main/dist/lib/locale.sh")) {
            write(tree.resolve(script), Files.readString(SOURCES.resolve(script)));
        }
        for (String source :
                List.of("pom.xml", "bundles/pom.xml", "distribution/pom.xml", "distribution/demo/pom.xml")) {
            write(tree.resolve(source), "");
        }
        program("mvn", """
                echo "${@: -4}" >>"%1$s/builds"
                [[ $* == *distribution/felix* ]] || exit 0
                mkdir -p distribution/felix/target/penstock/bin
                cp -p "%1$s/bin/launcher" distribution/felix/target/penstock/bin/penstock
                """.formatted(folder));
        program("launcher", """
                case $1 in
                  pid) exit 3 ;;
                  archive) echo archive >>"%s/builds"; mkdir -p "${0%%/*}/../lib"; touch "${0%%/*}/../lib/classes.jsa" ;;
                esac
                """.formatted(folder));
        program("find", """
                for place; do [[ $place != -name ]] || break; echo "$place" >>"%s/looks"; done
                exec /usr/bin/find "$@"
                """.formatted(folder));
        program("java", "");
        program("javac", "echo javac 17.0.1");
    }

    private void program(String name, String script) throws IOException {
        Path program = write(folder.resolve("bin").resolve(name), "#!/usr/bin/env bash\nset -e\n" + script);
        program.toFile().setExecutable(true);
    }

    private static Path write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private void penstock(String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", tree.resolve("penstock").toString(), command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PENSTOCK_"));
        builder.environment().put("JAVA_HOME", folder.toString());
        builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, ours) -> ours + path);
        assertEquals(0, builder.start().waitFor(), () -> read("out"));
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void assertBuilds(String... expected) throws IOException {
        assertEquals(List.of(expected), Files.readAllLines(folder.resolve("builds")));
    }

    @Test
    void whatTheDemoHasBuiltIsNotBuiltAgainToStart() throws Exception {
        penstock("demo");
        penstock("start");
        penstock("demo");
        assertBuilds(BOTH, "archive");
    }

    @Test
    void whetherAnythingIsNewIsLookedAtOnce() throws Exception {
        penstock("demo");
        for (String command : List.of("demo", "start", "demo")) {
            Files.deleteIfExists(folder.resolve("looks"));
            penstock(command);
            List<String> looks = Files.readAllLines(folder.resolve("looks"));
            assertTrue(looks.contains(tree.resolve("bundles").toString()), looks::toString);
            assertEquals(List.copyOf(new LinkedHashSet<>(looks)), looks);
        }
    }

    @Test
    void whatHasChangedIsLookedAtOnceToo() throws Exception {
        penstock("demo");
        write(tree.resolve("bundles/pom.xml"), "changed");
        Files.deleteIfExists(folder.resolve("looks"));
        penstock("demo");
        List<String> looks = Files.readAllLines(folder.resolve("looks"));
        assertEquals(List.copyOf(new LinkedHashSet<>(looks)), looks);
        assertBuilds(BOTH, "archive", BOTH, "archive");
    }

    @Test
    void theDemoBuildsWhatAStartHasNotAndThatAlone() throws Exception {
        penstock("start");
        penstock("start");
        penstock("demo");
        penstock("start");
        penstock("demo");
        assertBuilds(PENSTOCK, "archive", DEMO);
    }

    @Test
    void aChangeIsBuiltOnceForEachThatHasIt() throws Exception {
        penstock("demo");
        write(tree.resolve("bundles/pom.xml"), "changed");
        penstock("start");
        penstock("start");
        assertBuilds(BOTH, "archive", PENSTOCK, "archive");
        penstock("demo");
        penstock("start");
        assertBuilds(BOTH, "archive", PENSTOCK, "archive", DEMO);
    }

    @Test
    void aChangeOfTheDemoIsNothingToAStart() throws Exception {
        penstock("demo");
        write(tree.resolve("distribution/demo/pom.xml"), "changed");
        penstock("start");
        assertBuilds(BOTH, "archive");
        penstock("demo");
        assertBuilds(BOTH, "archive", DEMO);
    }
}
