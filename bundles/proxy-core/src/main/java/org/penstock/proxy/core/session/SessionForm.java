package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.penstock.codec.api.SessionFacts;
import org.penstock.transport.api.ParkedConnection;

/**
 * A whole session as a value, while it is parked with the keeper.
 *
 * @param client null where its socket is gone
 * @param server null where there is none
 * @param records the session's log, in its own form
 */
record SessionForm(
        SessionFacts facts,
        Session.Phase phase,
        String endReason,
        long lastActive,
        ParkedConnection client,
        ParkedConnection server,
        FlowForm up,
        FlowForm down,
        long exchanges,
        boolean endRecorded,
        boolean opaque,
        String opaqueReason,
        Optional<ByteBuffer> checkpoint,
        byte[] records) {}
