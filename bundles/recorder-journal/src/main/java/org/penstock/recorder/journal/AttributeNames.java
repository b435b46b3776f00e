package org.penstock.recorder.journal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Codes for the names of attributes that come again and again: docs/record-format.md, "Names". A name that is not here
 * is written in full, behind code 0. New names are added at the end, and none is ever removed or moved.
 */
final class AttributeNames {
    /** Instead of a code: the name follows in full. */
    static final int IN_FULL = 0;

    private static final List<String> NAMES = List.of(
            "db.query.text",
            "db.namespace",
            "db.response.status_code",
            "db.response.returned_rows",
            "db.system.name",
            "db.operation.name",
            "db.collection.name",
            "db.query.summary",
            "db.stored_procedure.name",
            "error.type",
            "user.name",
            "client.address",
            "client.port",
            "server.address",
            "server.port",
            "network.protocol.name",
            "network.protocol.version",
            "http.request.method",
            "http.response.status_code",
            "http.request.body.size",
            "http.response.body.size",
            "http.route",
            "url.scheme",
            "url.full",
            "url.path",
            "url.query",
            "user_agent.original",
            "penstock.mysql.query.bytes",
            "penstock.mysql.query.crc32c",
            "penstock.mysql.query.omitted",
            "penstock.mysql.statement_id",
            "penstock.mysql.results",
            "penstock.mysql.affected_rows",
            "penstock.mysql.last_insert_id",
            "penstock.mysql.warnings",
            "penstock.mysql.sqlstate",
            "penstock.mysql.error_message",
            "penstock.mysql.user",
            "penstock.mysql.server_version",
            "penstock.mysql.connection_id");

    private static final Map<String, Integer> CODES = codes();

    private AttributeNames() {}

    private static Map<String, Integer> codes() {
        Map<String, Integer> codes = new HashMap<>();
        for (String name : NAMES) {
            codes.put(name, codes.size() + 1);
        }
        return codes;
    }

    /** The code, or {@link #IN_FULL}. */
    static int code(String name) {
        Integer code = CODES.get(name);
        return code == null ? IN_FULL : code;
    }

    /** The name, or null where this version does not know the code. */
    static String name(int code) {
        return code >= 1 && code <= NAMES.size() ? NAMES.get(code - 1) : null;
    }
}
