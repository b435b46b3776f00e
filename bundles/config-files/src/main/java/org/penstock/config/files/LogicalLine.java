package org.penstock.config.files;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What FileInstall reads as one line: as many as the backslashes at their ends lead to. Unlike Java's own reader it passes
 * over comments and empty lines after a backslash, too.
 *
 * @param first the number of its first one; that of a text is 1
 * @param last that of its last one
 * @param open that this ends with a backslash, too, and none follows: FileInstall takes no notice of the whole
 */
record LogicalLine(int first, int last, String text, boolean open) {
    static final Pattern END = Pattern.compile("\r\n|\r|\n");

    private static final Pattern MARGIN = Pattern.compile("^[ \t\f]+");

    /** A key and what separates it, then a value in quotes, brackets or braces, which a letter may precede. */
    private static final Pattern TYPED = Pattern.compile("(?s)(?:\\\\.|[^\\\\ \t\f=:])*+[ \t\f]*+(?:[=:][ \t\f]*+)?+"
            + "\\s*[TILFDXSCBilfdxscb]?(?:\\[.*]|\\{.*}|\".*\")\\s*");

    static List<LogicalLine> of(String text) {
        List<LogicalLine> lines = new ArrayList<>();
        StringBuilder whole = new StringBuilder();
        int first = 0;
        int last = 0;
        int number = 0;
        for (String line : END.split(text, -1)) {
            number++;
            if (isComment(line)) {
                continue;
            }
            first = first == 0 ? number : first;
            last = number;
            boolean more = isOpen(line);
            whole.append(MARGIN.matcher(more ? line.substring(0, line.length() - 1) : line)
                    .replaceFirst(""));
            if (!more) {
                lines.add(new LogicalLine(first, last, whole.toString(), false));
                whole.setLength(0);
                first = 0;
            }
        }
        if (first != 0) {
            lines.add(new LogicalLine(first, last, whole.toString(), true));
        }
        return lines;
    }

    /** Where all are, FileInstall reads each value as one of a type, and what is around it is none of it. */
    boolean isTyped() {
        return TYPED.matcher(text).matches();
    }

    private static boolean isComment(String line) {
        String text = line.trim();
        return text.isEmpty() || text.charAt(0) == '#' || text.charAt(0) == '!';
    }

    /** A backslash at the end is one of its own, and none that another one escapes. */
    private static boolean isOpen(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') {
            end--;
        }
        return (line.length() - end) % 2 != 0;
    }
}
