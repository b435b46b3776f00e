package org.penstock.proxy.core.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.penstock.proxy.keeper.ParkedSession;

/** What a session that is parked with the keeper has on its way: tests must know that they met it. */
public record ParkedLook(
        boolean unwritten, boolean halfClosed, boolean connecting, boolean undecoded, boolean unrecorded) {
    public static ParkedLook at(ParkedSession p) {
        try {
            SessionForm f = ParkedForm.read(p);
            FlowForm up = f.duplex().up();
            FlowForm down = f.duplex().down();
            return new ParkedLook(
                    bytes(up) + bytes(down) > 0,
                    (up.input() != Flow.Input.OPEN) != (down.input() != Flow.Input.OPEN),
                    f.phase() == Phase.CONNECTING,
                    up.undecoded() != null || down.undecoded() != null,
                    !up.unrecorded().isEmpty() || !down.unrecorded().isEmpty());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int bytes(FlowForm f) {
        return f.unwritten().stream().mapToInt(ByteBuffer::remaining).sum();
    }
}
