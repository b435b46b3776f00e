package org.penstock.proxy.swap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoiceFileTest {
    private static final Map<String, Choice> TWO =
            Map.of("orders", new Choice("bio", "nio"), "stock-1", new Choice("nio", "bio,nio"));

    @TempDir
    Path folder;

    private Path path;
    private ChoiceFile file;

    @BeforeEach
    void inAFolderThatIsNotThereYet() {
        path = folder.resolve("state/swaps");
        file = new ChoiceFile(path);
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        file.write(TWO);
        assertEquals(TWO, file.read());
        file.write(Map.of());
        assertEquals(Map.of(), file.read());
    }

    @Test
    void aProxysNameMayHaveBlanks() throws IOException {
        Map<String, Choice> blanks = Map.of("my own transport nio", new Choice("bio", "nio"));
        file.write(blanks);
        assertEquals(blanks, file.read());
    }

    @Test
    void noFileIsNoChoice() throws IOException {
        assertEquals(Map.of(), file.read());
    }

    @Test
    void nothingIsLeftBesideIt() throws IOException {
        file.write(TWO);
        file.write(TWO);
        try (var files = Files.list(path.getParent())) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void aFileThatWasCutIsNeverBelieved() throws IOException {
        file.write(TWO);
        byte[] whole = Files.readAllBytes(path);
        // without the last line feed it is whole still
        for (int length = 0; length < whole.length - 1; length++) {
            Files.write(path, Arrays.copyOf(whole, length));
            IOException refused = assertThrows(IOException.class, file::read, length + " bytes");
            assertFalse(refused.getMessage().contains("\n"));
        }
    }

    @Test
    void whatIsNotOursIsRefusedInOneLine() throws IOException {
        Files.createDirectories(path.getParent());
        for (byte[] garbage : new byte[][] {
            {(byte) 0xff, (byte) 0xfe, 0, 1},
            "penstock swaps 2\nend 0\n".getBytes(StandardCharsets.UTF_8),
            "penstock swaps 1\nproxy a transport\nend 1\n".getBytes(StandardCharsets.UTF_8),
            new byte[2 << 20]
        }) {
            Files.write(path, garbage);
            String message = assertThrows(IOException.class, file::read).getMessage();
            assertTrue(message.startsWith(path.toString()), message);
            assertFalse(message.contains("\n"), message);
        }
    }
}
