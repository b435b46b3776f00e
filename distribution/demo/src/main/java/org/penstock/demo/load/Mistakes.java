package org.penstock.demo.load;

/** Statements that fail on purpose. */
final class Mistakes {
    private static final int SYNTAX = 1064;
    private static final int NO_SUCH_TABLE = 1146;

    void run(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        connection.refused(SYNTAX, "SELEC id FROM items");
        connection.refused(NO_SUCH_TABLE, "SELECT id FROM no_such_table");
        if (connection.profile() != Profile.PIPELINED) {
            connection.prepareRefused(NO_SUCH_TABLE, "SELECT id FROM no_such_table WHERE id = ?");
        }
    }
}
