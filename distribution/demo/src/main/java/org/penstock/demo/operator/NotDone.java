package org.penstock.demo.operator;

/** A change was refused, failed, or is not seen to have happened. */
public final class NotDone extends Exception {
    private static final long serialVersionUID = 1;

    NotDone(String message) {
        super(message);
    }
}
