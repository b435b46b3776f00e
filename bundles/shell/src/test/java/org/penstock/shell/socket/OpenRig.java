package org.penstock.shell.socket;

import java.nio.file.Path;

/** {@link Rig} for tests of the client. */
public final class OpenRig implements AutoCloseable {
    private final Rig rig;

    public OpenRig(Path path) {
        rig = new Rig(path, 4);
    }

    public Path path() {
        return rig.path;
    }

    @Override
    public void close() {
        rig.close();
    }
}
