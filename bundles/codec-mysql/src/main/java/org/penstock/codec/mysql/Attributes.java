package org.penstock.codec.mysql;

/** Names of attributes; docs/mysql-attributes.md says what each means. */
final class Attributes {
    static final String SYSTEM = "db.system.name";
    static final String NAMESPACE = "db.namespace";
    static final String QUERY_TEXT = "db.query.text";
    static final String RETURNED_ROWS = "db.response.returned_rows";
    static final String STATUS_CODE = "db.response.status_code";
    static final String ERROR_TYPE = "error.type";
    static final String QUERY_BYTES = "penstock.mysql.query.bytes";
    static final String QUERY_CRC32C = "penstock.mysql.query.crc32c";
    static final String QUERY_OMITTED = "penstock.mysql.query.omitted";
    static final String STATEMENT_ID = "penstock.mysql.statement_id";
    static final String RESULTS = "penstock.mysql.results";
    static final String AFFECTED_ROWS = "penstock.mysql.affected_rows";
    static final String LAST_INSERT_ID = "penstock.mysql.last_insert_id";
    static final String WARNINGS = "penstock.mysql.warnings";
    static final String SQLSTATE = "penstock.mysql.sqlstate";
    static final String ERROR_MESSAGE = "penstock.mysql.error_message";
    static final String USER = "penstock.mysql.user";
    static final String SERVER_VERSION = "penstock.mysql.server_version";
    static final String CONNECTION_ID = "penstock.mysql.connection_id";

    private Attributes() {}
}
