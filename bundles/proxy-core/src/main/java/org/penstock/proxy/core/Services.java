package org.penstock.proxy.core;

import org.penstock.codec.api.ProtocolCodec;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.Transport;

/** The services a proxy is made of, in all their generations. */
final class Services {
    final Generations<Transport> transports = new Generations<>();
    final Generations<ProtocolCodec> codecs = new Generations<>();
    final Generations<Recorder> recorders = new Generations<>();
}
