package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/**
 * What the packet that ends a result says: an OK, an EOF, or an EOF that is an OK. Read again for each.
 *
 * <p>Source: MySQL "OK_Packet", "EOF_Packet"; session state: "CLIENT_SESSION_TRACK".
 */
final class Completion {
    private static final int SCHEMA_CHANGED = 1;
    /** Of an EOF packet as it was before it became an OK. */
    private static final int LONGEST_EOF = 5;

    private final Label schema = new Label(SessionState.LONGEST_NAME);
    private long affectedRows;
    private long lastInsertId;
    private int status;
    private int warnings;
    private boolean schemaLost;

    /** Nothing was said. */
    void clear() {
        affectedRows = 0;
        lastInsertId = 0;
        status = 0;
        warnings = 0;
        schema.forget();
        schemaLost = false;
    }

    /** Reads an OK packet, whatever its first byte. Whether it is one to the last byte. */
    boolean readOk(PacketHead head, Capabilities agreed) {
        head.rewind();
        head.skip(1);
        affectedRows = head.lengthEncoded();
        lastInsertId = head.lengthEncoded();
        status = head.u16();
        warnings = head.u16();
        boolean well = !head.overrun();
        schema.forget();
        schemaLost = false;
        if (agreed.has(Capabilities.SESSION_TRACK) && head.remaining() > 0) {
            head.skip(head.lengthEncoded()); // the text for people
            if ((status & ServerStatus.SESSION_STATE_CHANGED) != 0) {
                sessionState(head);
            }
            well &= !head.overrun() && head.remaining() == 0;
        }
        return well;
    }

    private void sessionState(PacketHead head) {
        long left = head.lengthEncoded();
        while (left > 0 && head.remaining() > 0) {
            int before = head.remaining();
            int type = head.u8();
            long length = head.lengthEncoded();
            if (type == SCHEMA_CHANGED) {
                head.text(schema, head.lengthEncoded());
            } else {
                head.skip(length);
            }
            left -= before - head.remaining();
        }
        if (head.overrun()) {
            schema.forget();
            schemaLost = true;
        }
    }

    /** Reads what ends columns or rows: an EOF, or an OK with an EOF's first byte, as the ends have agreed. */
    void readEof(PacketHead head, Capabilities agreed) {
        if (agreed.has(Capabilities.DEPRECATE_EOF) && head.length() > LONGEST_EOF) {
            readOk(head, agreed);
            return;
        }
        clear();
        head.rewind();
        head.skip(1);
        warnings = head.u16();
        status = head.u16();
    }

    boolean says(int flag) {
        return (status & flag) != 0;
    }

    long affectedRows() {
        return affectedRows;
    }

    long lastInsertId() {
        return lastInsertId;
    }

    int warnings() {
        return warnings;
    }

    /** The new current schema, where the packet tells of one. */
    Label schema() {
        return schema;
    }

    /** Whether it told so much of the session that a change of the schema may be behind what is kept of a packet. */
    boolean schemaLost() {
        return schemaLost;
    }

    void save(StateWriter out) {
        schema.save(out);
        out.longNumber(affectedRows);
        out.longNumber(lastInsertId);
        out.number(status);
        out.number(warnings);
        out.flag(schemaLost);
    }

    void load(StateReader in) throws CheckpointRefused {
        schema.load(in);
        affectedRows = in.longNumber();
        lastInsertId = in.longNumber();
        status = in.number();
        warnings = in.number();
        schemaLost = in.flag();
    }
}
