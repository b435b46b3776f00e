package org.penstock.codec.mysql;

/** Payloads as the servers and clients send them. */
final class Packets {
    static final long BASIC = Capabilities.LONG_PASSWORD
            | Capabilities.PROTOCOL_41
            | Capabilities.SECURE_CONNECTION
            | Capabilities.PLUGIN_AUTH
            | Capabilities.CONNECT_WITH_DB;

    /** What a server offers: everything. */
    static final long ALL = 0xffff_ffffL;

    static final int AUTOCOMMIT = 0x0002;

    private Packets() {}

    static Payload greeting(String version, long capabilities) {
        return new Payload()
                .u8(10)
                .zeroEnded(version)
                .u32(7)
                .text("8scrambl")
                .u8(0)
                .u16((int) capabilities)
                .u8(45)
                .u16(AUTOCOMMIT)
                .u16((int) (capabilities >>> 16))
                .u8(21)
                .zeros(6)
                .u32(capabilities >>> 32)
                .text("e and 12 mor")
                .u8(0)
                .zeroEnded("mysql_native_password");
    }

    /** With the last four filler bytes, in which MariaDB's clients say what they can do besides. */
    static Payload handshakeFields(long capabilities) {
        return new Payload().u32(capabilities).u32(1 << 24).u8(45).zeros(19).u32(capabilities >>> 32);
    }

    static Payload handshakeResponse(long capabilities, String user, String scramble, String database) {
        Payload payload = handshakeFields(capabilities).zeroEnded(user);
        if ((capabilities & Capabilities.PLUGIN_AUTH_LENENC) != 0) {
            payload.lengthEncoded(scramble.length()).secret(scramble);
        } else if ((capabilities & Capabilities.SECURE_CONNECTION) != 0) {
            payload.u8(scramble.length()).secret(scramble);
        } else {
            payload.secret(scramble).u8(0);
        }
        if ((capabilities & Capabilities.CONNECT_WITH_DB) != 0) {
            payload.zeroEnded(database);
        }
        if ((capabilities & Capabilities.PLUGIN_AUTH) != 0) {
            payload.zeroEnded("mysql_native_password");
        }
        return payload;
    }

    static Payload ok(long affected, long insertId, int status, int warnings) {
        return Payload.of(0)
                .lengthEncoded(affected)
                .lengthEncoded(insertId)
                .u16(status)
                .u16(warnings);
    }

    static Payload ok() {
        return ok(0, 0, AUTOCOMMIT, 0);
    }

    static Payload eof(int status) {
        return Payload.of(0xfe).u16(0).u16(status);
    }

    /** What ends rows where EOF packets are a thing of the past. */
    static Payload okAsEof(int status) {
        return Payload.of(0xfe, 0, 0).u16(status).u16(0);
    }

    static Payload error(int code, String state, String message) {
        return Payload.of(0xff).u16(code).text("#").text(state).text(message);
    }

    static Payload definition(String name) {
        return new Payload()
                .counted("def")
                .counted("shop")
                .counted("t")
                .counted("t")
                .counted(name)
                .counted(name)
                .u8(0x0c)
                .u16(45)
                .u32(255)
                .u8(0xfd)
                .u16(0)
                .u8(0)
                .u16(0);
    }

    static Payload row(String... columns) {
        Payload row = new Payload();
        for (String column : columns) {
            if (column == null) {
                row.u8(0xfb);
            } else {
                row.counted(column);
            }
        }
        return row;
    }

    static Payload binaryRow(String column) {
        return Payload.of(0, 0).counted(column);
    }

    static Payload query(String text) {
        return Payload.of(3).text(text);
    }

    static Payload prepare(String text) {
        return Payload.of(0x16).text(text);
    }

    static Payload prepared(int id, int columns, int parameters) {
        return Payload.of(0).u32(id).u16(columns).u16(parameters).u8(0).u16(0);
    }

    static Payload execute(int id) {
        return Payload.of(0x17).u32(id).u8(0).u32(1);
    }

    static Payload ofStatement(int command, int id) {
        return Payload.of(command).u32(id);
    }
}
