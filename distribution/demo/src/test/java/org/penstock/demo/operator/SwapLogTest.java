package org.penstock.demo.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwapLogTest {
    @TempDir
    Path folder;

    @Test
    void whatWasWrittenIsRead() throws IOException {
        Path file = folder.resolve("swaps");
        Swap done = new Swap("transport nio > bio", 1, 2, "");
        Swap not = new Swap("transport bio > nio", 3, 4, "two\nlines\tand a tab ");
        SwapLog.begin(file, 3);
        assertEquals(new SwapLog(3, List.of()), SwapLog.read(file));
        SwapLog.add(file, done);
        SwapLog.add(file, not);
        assertEquals(new SwapLog(3, List.of(done, not)), SwapLog.read(file));
        assertEquals("two lines and a tab", not.problem());
    }

    @Test
    void aFileThatIsNoneIsNamed() throws IOException {
        Path file = folder.resolve("swaps");
        for (String content : List.of("", "ledger\n", "penstock-swaps 1\tmany\n", "penstock-swaps 1\t1\nname\t1\n")) {
            Files.writeString(file, content);
            String message =
                    assertThrows(IOException.class, () -> SwapLog.read(file)).getMessage();
            assertEquals(file + ":", message.substring(0, file.toString().length() + 1));
        }
    }
}
