package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/** Passes over the file of a LOAD DATA LOCAL INFILE, up to the empty packet that ends it. */
final class FileReader implements PacketSink {
    private final Tap tap;
    private final Exchanges exchanges;
    private final Phases phases;
    private final ResponseReader responses;
    private boolean last;

    FileReader(Tap tap, Exchanges exchanges, Phases phases, ResponseReader responses) {
        this.tap = tap;
        this.exchanges = exchanges;
        this.phases = phases;
        this.responses = responses;
    }

    @Override
    public void begun() {}

    @Override
    public void started(int length, int sequence) {
        last = length == 0;
    }

    @Override
    public void payload(ByteBuffer in, int n) {}

    @Override
    public void ended() {
        Request request = exchanges.front();
        if (last) {
            request.complete(tap.client().offset(), tap.client().sequence());
            phases.enter(Phase.COMMANDS);
            responses.requestCompleted();
        } else {
            request.upTo(tap.client().offset());
        }
    }

    void save(StateWriter out) {
        out.flag(last);
    }

    void load(StateReader in) throws CheckpointRefused {
        last = in.flag();
    }
}
