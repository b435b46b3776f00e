package org.penstock.demo.load;

import java.sql.SQLException;

/** The connection is of no use any more. */
final class BrokenConnection extends Exception {
    private static final long serialVersionUID = 1;

    BrokenConnection(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
