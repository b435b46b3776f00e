package org.penstock.transport.tck;

/** The calls of a connection's handler. */
enum Event {
    OPENED,
    READ,
    INPUT_ENDED,
    WRITABLE,
    CLOSED
}
