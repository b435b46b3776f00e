package org.penstock.config.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.penstock.log.support.Reason;

/** What a file's bytes are fit for; what is not fit would be read as something else than is written there, or not at all. */
sealed interface Content {
    /** It can be read as a configuration. */
    record Fit() implements Content {}

    /** There is no such file any more. */
    record Gone() implements Content {}

    /** It cannot. */
    record Unfit(String why) implements Content {}

    /** The longest file, in bytes: what is longer is no configuration, and would take the process's memory. */
    int MAX_LENGTH = 1 << 20;

    String UNREADABLE = "it cannot be read; allowed is a file that the user of this process may read";

    String IRREGULAR = "it is no regular file, and not read";

    /** @param known what a variable stands for, where anything but the file itself says so */
    static Content of(Path file, UnaryOperator<String> known) {
        try {
            if (!Files.exists(file)) {
                return new Gone();
            }
            if (!Files.isRegularFile(file)) {
                return new Unfit(IRREGULAR);
            }
            byte[] bytes;
            try (InputStream in = Files.newInputStream(file)) {
                bytes = in.readNBytes(MAX_LENGTH + 1);
            }
            return bytes.length > MAX_LENGTH
                    ? new Unfit("it is longer than " + MAX_LENGTH + " bytes, and not read")
                    : of(bytes, file.getFileName().toString(), known);
        } catch (NoSuchFileException e) {
            return new Gone();
        } catch (AccessDeniedException e) {
            return new Unfit(UNREADABLE);
        } catch (IOException e) {
            return new Unfit("it cannot be read: " + Reason.of(e));
        }
    }

    private static Content of(byte[] bytes, String file, UnaryOperator<String> known) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, text, true);
        text.flip();
        if (result.isError()) {
            return unfit(text, "is not in UTF-8", "UTF-8");
        }
        if (text.length() > 0 && text.charAt(0) == '\ufeff') {
            return new Unfit("it begins with a byte order mark, and is not read; allowed is UTF-8 without one");
        }
        int nul = text.toString().indexOf('\0');
        if (nul >= 0) {
            return unfit(text.slice().limit(nul), "holds a NUL character", "text");
        }
        if (text.length() > 0 && text.charAt(0) == '<') {
            return new Unfit("it begins with <, as XML does, and is not read; allowed is KEY = VALUE a line");
        }
        return ofText(text.toString(), file, known);
    }

    private static Content ofText(String text, String file, UnaryOperator<String> known) {
        Matcher escape = Marks.ESCAPE.matcher(text);
        while (escape.find()) {
            if (escape.group("comment") == null && escape.group("broken") != null) {
                return unfit(
                        text.subSequence(0, escape.start("broken")),
                        "holds " + escape.group("broken"),
                        "four hexadecimal digits after \\u, and \\\\ for a backslash");
            }
        }
        return ofLines(LogicalLine.of(text), file, known);
    }

    private static Content ofLines(List<LogicalLine> lines, String file, UnaryOperator<String> known) {
        Optional<LogicalLine> open = lines.stream().filter(LogicalLine::open).findFirst();
        if (open.isPresent()) {
            return unfit(open.get().last(), "ends with a backslash", "one where another line goes on");
        }
        if (!lines.isEmpty() && lines.stream().allMatch(LogicalLine::isTyped)) {
            return new Unfit(
                    "each of its values is in quotes, brackets or braces, as typed ones are, and it is not read;"
                            + " allowed is KEY = VALUE a line, VALUE without them");
        }
        Map<String, Entry> entries = Entry.of(lines);
        return Stream.of(new Keys(file, entries).firstMistake(), new Variables(entries, known).firstMistake())
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(Mistake::line))
                .<Content>map(mistake -> unfit(mistake.line(), mistake.what(), mistake.allowed()))
                .orElseGet(Fit::new);
    }

    private static Unfit unfit(CharSequence before, String what, String allowed) {
        long line = 1 + LogicalLine.END.matcher(before).results().count();
        return unfit(line, what, allowed);
    }

    private static Unfit unfit(long line, String what, String allowed) {
        return new Unfit("line " + line + " " + what + ", and it is not read; allowed is " + allowed);
    }

    /** What is looked for in a text. */
    final class Marks {
        /** A comment's line, or whatever a backslash begins. */
        private static final Pattern ESCAPE = Pattern.compile(
                "(?<comment>(?<=^|[\r\n])[ \t\f]*[#!][^\r\n]*)|(?<broken>\\\\u(?![0-9a-fA-F]{4})[0-9a-fA-F]{0,4})|\\\\(?s:.)");

        private Marks() {}
    }
}
