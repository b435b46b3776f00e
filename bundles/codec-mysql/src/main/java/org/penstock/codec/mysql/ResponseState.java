package org.penstock.codec.mysql;

/** What comes next of a response. */
enum ResponseState {
    /** The response is over: the next packet begins the response to the command at the front. */
    IDLE,
    /** The packet began while nothing was asked. */
    UNASKED,
    /** The response is whole, its request is not. */
    EARLY,
    /** The server has said farewell while commands were on their way. */
    PARTING,
    /** One OK or EOF. */
    SIMPLE,
    /** One packet, whatever is in it. */
    STRING,
    /** Nothing but an error is expected. */
    REFUSED,
    /** Authentication packets. */
    AUTHENTICATION,
    /** OK, a request for a file, or a count of columns. */
    RESULT,
    /** Definitions of columns, counted. */
    DEFINITIONS,
    /** The EOF behind them. */
    DEFINITIONS_END,
    /** Rows, until they are ended. */
    ROWS,
    /** Definitions of a table's columns, until they are ended. */
    LISTED,
    /** A prepared statement's number. */
    PREPARED,
    /** Its parameters, counted. */
    PARAMETERS,
    /** The EOF behind them. */
    PARAMETERS_END,
    /** Its columns, counted. */
    COLUMNS,
    /** The EOF behind them. */
    COLUMNS_END,
    /** Packets without end. */
    STREAM;

    /** One of many packets of which only the first byte is looked at. */
    boolean bulk() {
        return switch (this) {
            case DEFINITIONS, ROWS, LISTED, PARAMETERS, COLUMNS -> true;
            default -> false;
        };
    }
}
