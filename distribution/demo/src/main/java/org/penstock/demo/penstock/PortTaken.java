package org.penstock.demo.penstock;

import java.io.IOException;

/** A proxy cannot have the port it is to listen on: another has taken it since somebody looked. */
public final class PortTaken extends IOException {
    private static final long serialVersionUID = 1;

    PortTaken(String message) {
        super(message);
    }
}
