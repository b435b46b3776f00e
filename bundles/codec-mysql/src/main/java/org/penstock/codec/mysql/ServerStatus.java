package org.penstock.codec.mysql;

/** Status flags of OK and EOF packets that decide how a response goes on. Source: MySQL "SERVER_STATUS_flags_enum". */
final class ServerStatus {
    static final int MORE_RESULTS = 0x0008;
    static final int CURSOR_EXISTS = 0x0040;
    static final int OUT_PARAMETERS = 0x1000;
    static final int SESSION_STATE_CHANGED = 0x4000;

    private ServerStatus() {}
}
