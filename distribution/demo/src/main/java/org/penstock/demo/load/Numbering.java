package org.penstock.demo.load;

import org.penstock.demo.ledger.Tag;

/** One client's numbers: each statement and each connection has its own. */
final class Numbering {
    private final int client;
    private long statements;
    private int connections;

    Numbering(int client) {
        this.client = client;
    }

    int client() {
        return client;
    }

    String tag(String sql) {
        return Tag.onto(sql, client, ++statements);
    }

    int nextConnection() {
        return ++connections;
    }
}
