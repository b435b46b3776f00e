package org.penstock.demo.ledger;

import java.util.Locale;

/** A ledger's lines as text: a word, then fields, separated by tabs. Texts have tab, line end and backslash escaped. */
final class LedgerFormat {
    /** The first line of every ledger. */
    static final String HEADER = "penstock-ledger 1";

    private LedgerFormat() {}

    static String format(LedgerLine line) {
        if (line instanceof LedgerLine.Connected c) {
            return join("connected", word(c.cause()), c.beganNanos(), c.readyNanos(), c.port());
        }
        if (line instanceof LedgerLine.Statement s) {
            return join(
                    word(s.kind()),
                    word(s.outcome()),
                    s.errorCode(),
                    s.rows(),
                    s.beganNanos(),
                    s.nanos(),
                    s.text().bytes(),
                    Integer.toHexString(s.text().crc32c()),
                    escape(s.text().shown()));
        }
        if (line instanceof LedgerLine.Failed f) {
            return join("failed", f.atNanos(), escape(f.reason()));
        }
        return join("closed", ((LedgerLine.Closed) line).atNanos());
    }

    /** @throws IllegalArgumentException it is not such a line; says why */
    static LedgerLine parse(String line) {
        String[] fields = line.split("\t", -1);
        return switch (fields[0]) {
            case "connected" -> connected(count(fields, 5));
            case "query", "prepare", "execute" -> statement(count(fields, 9));
            case "failed" -> new LedgerLine.Failed(Long.parseLong(count(fields, 3)[1]), unescape(fields[2]));
            case "closed" -> new LedgerLine.Closed(Long.parseLong(count(fields, 2)[1]));
            default -> throw new IllegalArgumentException("unknown word '" + fields[0] + "'");
        };
    }

    private static String[] count(String[] fields, int expected) {
        if (fields.length != expected) {
            throw new IllegalArgumentException(fields.length + " fields instead of " + expected);
        }
        return fields;
    }

    private static LedgerLine connected(String[] f) {
        return new LedgerLine.Connected(
                constant(LedgerLine.Cause.class, f[1]),
                Long.parseLong(f[2]),
                Long.parseLong(f[3]),
                Integer.parseInt(f[4]));
    }

    private static LedgerLine statement(String[] f) {
        return new LedgerLine.Statement(
                constant(LedgerLine.Kind.class, f[0]),
                constant(LedgerLine.Outcome.class, f[1]),
                Integer.parseInt(f[2]),
                Long.parseLong(f[3]),
                Long.parseLong(f[4]),
                Long.parseLong(f[5]),
                new QueryText(unescape(f[8]), Long.parseLong(f[6]), Integer.parseUnsignedInt(f[7], 16)));
    }

    private static String join(Object... fields) {
        StringBuilder line = new StringBuilder(160);
        for (Object field : fields) {
            line.append(line.length() == 0 ? "" : "\t").append(field);
        }
        return line.toString();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }

    static String escape(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            if (++i == text.length()) {
                throw new IllegalArgumentException("a backslash at the end");
            }
            plain.append(
                    switch (text.charAt(i)) {
                        case '\\' -> '\\';
                        case 't' -> '\t';
                        case 'n' -> '\n';
                        case 'r' -> '\r';
                        default -> throw new IllegalArgumentException("unknown escape \\" + text.charAt(i));
                    });
        }
        return plain.toString();
    }
}
