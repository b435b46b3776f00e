package org.penstock.shell.command;

/** What a command says when the service it needs is away. */
final class Service {
    private Service() {}

    /** @throws IllegalStateException it is not in service */
    static <T> T present(T service, String what, String bundle) {
        if (service == null) {
            throw new IllegalStateException(what + " not in service: bundle " + bundle
                    + " is not active, or waits for something; " + Remedy.of(bundle));
        }
        return service;
    }
}
