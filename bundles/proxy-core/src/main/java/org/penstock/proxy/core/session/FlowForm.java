package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.List;

/** A flow as a value, while its session is parked with the keeper. */
record FlowForm(
        Flow.Input input,
        boolean shut,
        long received,
        long passed,
        ByteBuffer undecoded,
        List<ByteBuffer> unrecorded,
        List<ByteBuffer> unwritten,
        List<ByteBuffer> words) {
    /** With so many bytes more that were received and are given up before they could be looked at. */
    FlowForm missed(long bytes) {
        return new FlowForm(input, shut, received + bytes, passed, undecoded, unrecorded, unwritten, words);
    }
}
