package org.penstock.journal.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;

/**
 * Reads journals without the journal service: for tools outside the framework, also while another process writes.
 *
 * <p>Takes no lock and changes nothing. What such a reader sees is written, but may not be on the disk yet.
 */
public final class JournalDirectory {
    private JournalDirectory() {}

    /**
     * Opens a reader on a journal's directory. Where there is no segment yet, it waits for the first.
     *
     * @throws NotDirectoryException there is no such directory
     */
    public static JournalReader read(Path directory, Start from) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        return DirectoryReader.open(directory, from, DirectoryReader.EVERYTHING);
    }
}
