package org.penstock.demo.mariadb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.Driver;

@Timeout(180)
class MariaDbServerTest {
    /** Where the demo unpacks them too. */
    private static final Path PROGRAMS = Path.of("target/demo/mariadb");

    @TempDir
    Path folder;

    @Test
    void itServesItsUserOnLoopbackAndLeavesNothing() throws Exception {
        String data;
        InetSocketAddress address;
        try (MariaDbServer server =
                MariaDbServer.start(PROGRAMS, folder.resolve("log"), List.of("--max-connections=17"))) {
            address = server.address();
            assertTrue(address.getAddress().isLoopbackAddress());
            assertEquals("17", query(server, MariaDbServer.USER, MariaDbServer.PASSWORD, "SELECT @@max_connections"));
            data = query(server, MariaDbServer.USER, MariaDbServer.PASSWORD, "SELECT @@datadir");
            assertTrue(Files.isDirectory(Path.of(data)));

            assertThrows(SQLException.class, () -> query(server, MariaDbServer.USER, "wrong", "SELECT 1"));
            assertThrows(SQLException.class, () -> query(server, "root", "", "SELECT 1"));
        }
        assertFalse(Files.exists(Path.of(data).getParent()));
        try (Socket socket = new Socket()) {
            assertThrows(ConnectException.class, () -> socket.connect(address));
        }
    }

    @Test
    void oneThatDoesNotStartSaysWhyAndLeavesNothing() {
        IOException refused = assertThrows(
                IOException.class,
                () -> MariaDbServer.start(PROGRAMS, folder.resolve("log"), List.of("--no-such-option=1")));
        assertTrue(refused.getMessage().contains("no-such-option"), refused.getMessage());
    }

    @Test
    void itsProgramsMayBeInAFolderWithASpace() throws Exception {
        Path parent = PROGRAMS.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        Path spaced = Files.createSymbolicLink(folder.resolve("with a space"), parent);
        try (MariaDbServer server =
                MariaDbServer.start(spaced.resolve(PROGRAMS.getFileName()), folder.resolve("log"), List.of())) {
            assertEquals("1", query(server, MariaDbServer.USER, MariaDbServer.PASSWORD, "SELECT 1"));
        }
    }

    @Test
    void oneThatCannotBeSetUpSaysWhyAndLeavesNothing() throws Exception {
        MariaDbPrograms.unpack(PROGRAMS);
        Path broken = Files.createDirectory(folder.resolve("programs"));
        for (String part : List.of("bin", "libs", "scripts")) {
            Files.createSymbolicLink(
                    broken.resolve(part), PROGRAMS.toAbsolutePath().resolve(part));
        }
        MariaDbPrograms.unpack(broken);
        Files.writeString(broken.resolve("share/mariadb_system_tables.sql"), "CREATE NONSENSE;\n");
        IOException refused =
                assertThrows(IOException.class, () -> MariaDbServer.start(broken, folder.resolve("log"), List.of()));
        Matcher told = Pattern.compile("set up in (\\S+):\n(?s:.*)NONSENSE").matcher(refused.getMessage());
        assertTrue(told.find(), refused.getMessage());
        assertFalse(Files.exists(Path.of(told.group(1))));
    }

    private static String query(MariaDbServer server, String user, String password, String sql) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        String url = "jdbc:mariadb://127.0.0.1:" + server.port() + "/" + MariaDbServer.DATABASE;
        try (Connection connection = new Driver().connect(url, login);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
