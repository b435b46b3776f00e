package org.penstock.codec.mysql;

/** Where a session is; decides who reads what the two ends send. */
enum Phase {
    /** The server speaks first. */
    GREETING,
    /** The client's handshake response, or its wish for TLS. */
    HANDSHAKE,
    /** Authentication packets until the server says OK or an error. */
    AUTHENTICATION,
    /** Commands and their responses. */
    COMMANDS,
    /** The same after COM_CHANGE_USER, whose response it is. */
    REAUTHENTICATION,
    /** The client sends the file of a LOAD DATA LOCAL INFILE, up to an empty packet. */
    FILE
}
