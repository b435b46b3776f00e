package org.penstock.codec.mysql;

/**
 * What an end can do: 32 bits as MySQL knows them, and above them MariaDB's own 32.
 *
 * <p>Source: MySQL "Capabilities Flags"; MariaDB "Connection: capabilities".
 */
record Capabilities(long bits) {
    /** Cleared by a MariaDB that has capabilities above bit 31. */
    static final long LONG_PASSWORD = 1;

    static final long CONNECT_WITH_DB = 1 << 3;
    static final long COMPRESS = 1 << 5;
    static final long PROTOCOL_41 = 1 << 9;
    static final long SSL = 1 << 11;
    static final long SECURE_CONNECTION = 1 << 15;
    static final long MULTI_STATEMENTS = 1 << 16;
    static final long PLUGIN_AUTH = 1 << 19;
    static final long PLUGIN_AUTH_LENENC = 1 << 21;
    static final long SESSION_TRACK = 1 << 23;
    static final long DEPRECATE_EOF = 1 << 24;
    static final long OPTIONAL_METADATA = 1 << 25;
    static final long ZSTD = 1 << 26;
    static final long QUERY_ATTRIBUTES = 1 << 27;
    /** The same as {@link #MARIADB_PROGRESS}, in MariaDB before 10.2; MySQL's bit has another meaning, and no such error. */
    static final long MARIADB_OLD_PROGRESS = 1 << 29;

    static final long MARIADB_PROGRESS = 1L << 32;
    static final long MARIADB_CACHE_METADATA = 1L << 36;

    /** Any of MariaDB's own. */
    static final long MARIADB = 0xffff_ffffL << 32;

    static final Capabilities NONE = new Capabilities(0);

    /**
     * As an end sends them.
     *
     * @param low bits 0 to 31
     * @param high bits 32 to 63, from the last four filler bytes; of a MySQL they mean nothing
     */
    static Capabilities of(long low, long high) {
        return new Capabilities((low & LONG_PASSWORD) == 0 ? low | high << 32 : low);
    }

    boolean has(long flag) {
        return (bits & flag) != 0;
    }

    /** What both ends can do. */
    Capabilities and(Capabilities other) {
        return new Capabilities(bits & other.bits);
    }
}
