package org.penstock.shell.framework;

import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.BundleException;
import org.penstock.log.support.Reason;

/** Does one thing with each of several, whatever becomes of the others, and tells of all that failed. */
final class Attempts {
    private final String command;
    private final List<String> failures = new ArrayList<>();

    Attempts(String command) {
        this.command = command;
    }

    /** One of them. */
    interface Attempt {
        void make() throws Exception;
    }

    void make(String what, Attempt attempt) {
        try {
            attempt.make();
        } catch (Exception | LinkageError e) { // whatever bundles throw
            failures.add(what + ": " + why(e));
        }
    }

    /** The framework wraps what a bundle, a disk or a server has to say, and its own words say less. */
    private static String why(Throwable thrown) {
        if (thrown instanceof BundleException said) {
            return said.getCause() == null ? said.getMessage() : Reason.of(said.getCause());
        }
        return Reason.of(thrown);
    }

    /**
     * Whether all was done.
     *
     * @param done what was, all the same; may be empty
     * @throws IllegalStateException it was not: which, and why
     */
    void check(String done) {
        if (!failures.isEmpty()) {
            throw new IllegalStateException(
                    command + ": " + String.join("; ", failures) + (done.isEmpty() ? "" : "; " + done));
        }
    }
}
