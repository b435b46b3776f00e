package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever in the folder is not in force, and somebody may take for it, is a line that says what is allowed. */
class SurveyTest {
    private static final Takers TAKERS = new Takers(
            Set.of("org.penstock.journal", "org.ops4j.pax.logging", "org.penstock.shell.socket", "org.penstock.more"),
            Set.of("org.penstock.proxy", "org.penstock.shell.socket"),
            Set.of("org.penstock.journal", "org.penstock.proxy", "org.penstock.shell.socket", "org.penstock.more"));
    private static final String NOBODY = "nothing takes it; allowed are org.penstock.codec.mysql.cfg,"
            + " org.penstock.journal.cfg, org.penstock.more.cfg, org.penstock.proxy-NAME.cfg,"
            + " org.penstock.recorder.journal.cfg, org.penstock.shell.socket.cfg, org.penstock.transport.nio.pool.cfg";

    @TempDir
    Path folder;

    private Map<String, String> look() throws IOException {
        return new Survey(folder, () -> TAKERS).look();
    }

    private void put(String name) throws IOException {
        Files.writeString(folder.resolve(name), "a = b");
    }

    private void assertTold(String name, String why) throws IOException {
        assertEquals(name + ": " + why, look().get(name));
    }

    @Test
    void whatIsTakenAndWhatIsNobodysBusinessIsNothingToTell() throws IOException {
        put("org.penstock.journal.cfg");
        put("org.penstock.proxy-orders.cfg");
        put("org.ops4j.pax.logging.cfg");
        put("org.penstock.proxy-NAME.cfg.example");
        put("org.penstock.proxy-orders.cfg.swp");
        Files.createDirectory(folder.resolve(".git"));
        Files.createDirectory(folder.resolve("keys"));
        Files.writeString(folder.resolve("keys/server.pem"), "");
        assertEquals(Map.of(), look());
    }

    @Test
    void aPidThatNobodyTakesIsToldWhichAreTaken() throws IOException {
        for (String name : new String[] {
            "org.penstock.prox-orders.cfg",
            "org.penstock.proxy.orders.cfg",
            "org.penstock.proxy_orders.cfg",
            "org.penstock.proxy.cfg",
            "org.penstock.journal-second.cfg",
            "org.penstock.jurnal.cfg",
            "Org.Penstock.Journal.cfg",
            "proxy-orders.cfg"
        }) {
            put(name);
            assertTold(name, NOBODY);
        }
    }

    @Test
    void aRightOneWhoseBundleIsAwayIsToldThat() throws IOException {
        put("org.penstock.codec.mysql.cfg");
        assertTold("org.penstock.codec.mysql.cfg", "bundle codec-mysql takes it, which is not active");
        put("org.penstock.codec.mysql-second.cfg");
        assertTold("org.penstock.codec.mysql-second.cfg", NOBODY);
        put("org.penstock.proxy-orders.cfg");
        Takers none = new Takers(Set.of(), Set.of(), Set.of());
        assertEquals(
                "org.penstock.proxy-orders.cfg: bundle proxy-core takes it, which is not active",
                new Survey(folder, () -> none).look().get("org.penstock.proxy-orders.cfg"));
    }

    @Test
    void misnamedOnesAreTold() throws IOException {
        put("org.penstock.journal.CFG");
        assertTold(
                "org.penstock.journal.CFG", "it is not read; allowed is a name that ends with .cfg, in small letters");
    }

    @Test
    void twoThatDifferInCapitalsOnlyAreTold() throws IOException {
        put("org.penstock.proxy-Orders.cfg");
        put("org.penstock.proxy-orders.cfg");
        assertEquals(
                Map.of(
                        "org.penstock.proxy-orders.cfg",
                        "org.penstock.proxy-orders.cfg: it and org.penstock.proxy-Orders.cfg differ in capitals only,"
                                + " and both are read"),
                look());
    }

    @Test
    void foldersAreToldWhereSomebodyMayThinkTheyAreRead() throws IOException {
        Files.createDirectory(folder.resolve("org.penstock.proxy-a.cfg"));
        Files.createDirectory(folder.resolve("proxies"));
        Files.writeString(folder.resolve("proxies/org.penstock.proxy-b.cfg"), "");
        assertTold("org.penstock.proxy-a.cfg", "it is a folder, and nothing in it is read");
        assertTold("proxies", "it is a folder, and nothing in it is read");
    }

    @Test
    void aLinkToNowhereIsTold() throws IOException {
        Files.createSymbolicLink(folder.resolve("org.penstock.journal.cfg"), Path.of("/nowhere/journal"));
        assertTold("org.penstock.journal.cfg", "it is a link to /nowhere/journal, which is not there");
    }

    @Test
    void whatIsNoFileIsTold() throws Exception {
        Path pipe = folder.resolve("org.penstock.journal.cfg");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        assertTold("org.penstock.journal.cfg", "it is no regular file, and not read");
    }

    @Test
    void aFolderThatCannotBeListedIsAnError() throws IOException {
        Files.delete(folder);
        assertThrows(NoSuchFileException.class, this::look);
        Files.createDirectory(folder);
    }
}
