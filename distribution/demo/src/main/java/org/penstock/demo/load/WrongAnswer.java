package org.penstock.demo.load;

/** The server did not answer as it must have: a wrong value, an error nobody provoked, or none where one was. */
final class WrongAnswer extends Exception {
    private static final long serialVersionUID = 1;

    WrongAnswer(String message) {
        super(message);
    }

    /** Checks a value. */
    static void unlessEqual(Object expected, Object actual, String what) throws WrongAnswer {
        if (!expected.equals(actual)) {
            throw new WrongAnswer(what + ": " + actual + " instead of " + expected);
        }
    }
}
