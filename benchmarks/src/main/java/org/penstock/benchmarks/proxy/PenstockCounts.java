package org.penstock.benchmarks.proxy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.penstock.benchmarks.WorkNotDone;

/**
 * What Penstock's shell tells of its one proxy and its journal: the fields of {@code penstock:proxies --json} and
 * {@code penstock:journal info --json} that matter here.
 *
 * @param transport in use
 * @param level of recording
 * @param codecPresent whether the protocol is understood
 * @param accepted sessions begun
 * @param opaque open sessions that are not understood
 * @param exchanges seen
 * @param bytes passed, both ways
 * @param dropped records lost
 * @param records in the journal since it was opened
 * @param journalBytes that the journal's records take
 */
record PenstockCounts(
        String transport,
        String level,
        boolean codecPresent,
        long accepted,
        long opaque,
        long exchanges,
        long bytes,
        long dropped,
        long records,
        long journalBytes) {
    static PenstockCounts parse(String json) throws WorkNotDone {
        return new PenstockCounts(
                field(json, "transport", "\"([^\"]*)\""),
                field(json, "record_level", "\"([^\"]*)\""),
                Boolean.parseBoolean(field(json, "codec_present", "(true|false)")),
                number(json, "accepted"),
                number(json, "opaque"),
                number(json, "exchanges"),
                number(json, "client_bytes") + number(json, "server_bytes"),
                number(json, "records_dropped"),
                number(json, "records"),
                number(json, "next_position") - number(json, "first_position"));
    }

    private static long number(String json, String name) throws WorkNotDone {
        return Long.parseLong(field(json, name, "(-?\\d+)"));
    }

    private static String field(String json, String name, String value) throws WorkNotDone {
        Matcher matcher = Pattern.compile("\"" + name + "\"\\s*:\\s*" + value).matcher(json);
        if (!matcher.find()) {
            throw new WorkNotDone("Penstock's shell does not tell '" + name + "'");
        }
        return matcher.group(1);
    }
}
