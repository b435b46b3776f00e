package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.util.ArrayList;
import java.util.List;

/**
 * How a server ends columns and rows.
 *
 * @param eofs by packets of their own, which newer clients ask it to leave out
 */
record ResultForm(boolean eofs) {
    static final List<ResultForm> BOTH = List.of(new ResultForm(true), new ResultForm(false));

    long capabilities() {
        return eofs ? BASIC : BASIC | Capabilities.DEPRECATE_EOF;
    }

    Script begin(String name) {
        return Script.loggedIn(name + (eofs ? " (with EOF)" : " (without EOF)"), capabilities());
    }

    Payload end(int status) {
        return eofs ? eof(status) : okAsEof(status);
    }

    /** Columns, rows and what is between and behind them. */
    List<Payload> result(int status, String... values) {
        List<Payload> packets = begun(status);
        for (String value : values) {
            packets.add(row(value));
        }
        packets.add(end(status));
        return packets;
    }

    /** The same, as the answer to an execute. */
    Payload[] binaryResult(int status, String... values) {
        List<Payload> packets = begun(status);
        for (String value : values) {
            packets.add(binaryRow(value));
        }
        packets.add(end(status));
        return array(packets);
    }

    private List<Payload> begun(int status) {
        List<Payload> packets = new ArrayList<>(List.of(Payload.of(1), definition("c")));
        if (eofs) {
            packets.add(eof(status));
        }
        return packets;
    }

    /** The answer to a prepare. */
    Payload[] prepareAnswer(int id, int columns, int parameters) {
        List<Payload> packets = new ArrayList<>(List.of(Packets.prepared(id, columns, parameters)));
        packets.addAll(definitions(parameters));
        packets.addAll(definitions(columns));
        return array(packets);
    }

    private List<Payload> definitions(int n) {
        List<Payload> packets = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            packets.add(definition("c" + i));
        }
        if (eofs && n > 0) {
            packets.add(eof(AUTOCOMMIT));
        }
        return packets;
    }

    static Payload[] array(List<Payload> packets) {
        return packets.toArray(Payload[]::new);
    }
}
