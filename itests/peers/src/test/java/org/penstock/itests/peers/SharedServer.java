package org.penstock.itests.peers;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.penstock.demo.mariadb.MariaDbServer;

/** The MariaDB of all tests that do it no harm: started by the first of them, ended after the last. */
final class SharedServer implements BeforeAllCallback {
    private static final Namespace OURS = Namespace.create(SharedServer.class);

    private MariaDbServer server;

    @Override
    public void beforeAll(ExtensionContext context) {
        server = context.getRoot()
                .getStore(OURS)
                .getOrComputeIfAbsent(MariaDbServer.class, key -> start(), MariaDbServer.class);
    }

    private static MariaDbServer start() {
        try {
            return Scene.mariaDb(Path.of("target"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return server.port();
    }
}
