package org.penstock.codec.mysql;

import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CheckpointRefused;

/** What an error packet said. Source: MySQL "ERR_Packet". */
final class ServerFault {
    private static final int STATE_BYTES = 5;

    private final Label code = new Label(5);
    private final Label sqlState = new Label(STATE_BYTES);
    private final Label message = new Label(1024);

    void clear() {
        code.forget();
        sqlState.forget();
        message.forget();
    }

    /**
     * Reads an error packet from its beginning.
     *
     * @param silent the message may repeat secrets and is left out
     */
    void read(PacketHead head, boolean silent) {
        head.rewind();
        head.skip(1);
        code.number(head.u16());
        sqlState.forget();
        message.forget();
        if (head.remaining() > STATE_BYTES && head.peek() == '#') {
            head.skip(1);
            head.text(sqlState, STATE_BYTES);
        }
        if (!silent) {
            head.text(message, head.remaining());
        }
    }

    void show(AttributeVisitor visitor) {
        code.show(visitor, Attributes.STATUS_CODE);
        code.show(visitor, Attributes.ERROR_TYPE);
        sqlState.show(visitor, Attributes.SQLSTATE);
        message.show(visitor, Attributes.ERROR_MESSAGE);
    }

    void save(StateWriter out) {
        code.save(out);
        sqlState.save(out);
        message.save(out);
    }

    void load(StateReader in) throws CheckpointRefused {
        code.load(in);
        sqlState.load(in);
        message.load(in);
    }
}
