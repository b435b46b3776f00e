package org.penstock.proxy.core.session;

import org.penstock.codec.api.ProtocolCodec;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.record.Complaints;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.recorder.api.Recorder;

/** What a session asks of the proxy it belongs to. Any strand may call. */
public interface SessionHost {
    /** As configured now. */
    ProxyConfig config();

    /** Nanoseconds since the epoch, never going backwards. */
    long now();

    /** The codec of that protocol to use, or null where there is none now. */
    ProtocolCodec codec(String protocol);

    /** The recorder of that name, or null where there is none now. */
    Recorder recorder(String name);

    /** The process's buffers, for a session that is on no lane. */
    Buffers buffers();

    /** The server has accepted. */
    void serverReached();

    /** The server could not be reached. */
    void serverFailed(String why);

    /** For code that throws where it must not. */
    Complaints complaints();

    /** How many sessions have ended because their strand closed under them. */
    long cutOff();

    /** The session is on no lane any more, and waits for one; it is the host's. */
    void homeless(Session session);

    /** The session is over and everything of it has been let go. */
    void ended(Session session);
}
