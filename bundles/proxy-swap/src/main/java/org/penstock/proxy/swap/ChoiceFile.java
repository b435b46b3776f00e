package org.penstock.proxy.swap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The choices on disk: a heading, a line for each, and how many there are, so that a file that was cut is not believed.
 * Replaced as a whole: there is the old one or the new one, whenever the machine stops.
 */
final class ChoiceFile {
    private static final String HEADING = "penstock swaps 1";
    private static final Pattern CHOICE = Pattern.compile("proxy (.+) transport ([^\\s]+) configured ([^\\s]+)");
    private static final int MOST_BYTES = 1 << 20;

    private final Path path;

    ChoiceFile(Path path) {
        this.path = path;
    }

    /**
     * By proxy; empty where there is no file.
     *
     * @throws IOException it cannot be read or is not what was written; the message is one line
     */
    SortedMap<String, Choice> read() throws IOException {
        List<String> lines;
        try {
            if (Files.size(path) > MOST_BYTES) {
                throw new IOException(path + ": longer than a list of swaps can be");
            }
            lines = Files.readAllLines(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return new TreeMap<>();
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new IOException(path + ": not text");
        }
        if (lines.size() < 2
                || !lines.get(0).equals(HEADING)
                || !lines.get(lines.size() - 1).equals(ending(lines.size() - 2))) {
            throw new IOException(path + ": not a whole list of swaps");
        }
        return choices(lines.subList(1, lines.size() - 1));
    }

    private SortedMap<String, Choice> choices(List<String> lines) throws IOException {
        SortedMap<String, Choice> choices = new TreeMap<>();
        for (String line : lines) {
            Matcher m = CHOICE.matcher(line);
            if (!m.matches()) {
                throw new IOException(path + ": not a swap: " + line);
            }
            choices.put(m.group(1), new Choice(m.group(2), m.group(3)));
        }
        return choices;
    }

    /** Replaces it; when this returns, the disk has it. */
    void write(Map<String, Choice> choices) throws IOException {
        Files.createDirectories(path.getParent());
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        try (FileChannel file = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (ByteBuffer b = StandardCharsets.UTF_8.encode(text(choices)); b.hasRemaining(); ) {
                file.write(b);
            }
            file.force(true);
        }
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static String text(Map<String, Choice> choices) {
        List<String> lines = new ArrayList<>();
        lines.add(HEADING);
        choices.forEach((proxy, choice) -> lines.add(
                "proxy " + proxy + " transport " + choice.transport() + " configured " + choice.configured()));
        lines.add(ending(choices.size()));
        return String.join("\n", lines) + "\n";
    }

    private static String ending(int count) {
        return "end " + count;
    }

    Path path() {
        return path;
    }
}
