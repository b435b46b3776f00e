package org.penstock.proxy.core;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What a proxy's configuration may hold, for tools; docs/configuration.md tells it to people. Reading it is ConfigReader's. */
@ObjectClassDefinition(
        id = ProxyCore.PID,
        name = "Penstock proxy",
        description = "One proxy: where it listens, what it does")
@interface ProxyMetatype {
    @AttributeDefinition(description = "HOST:PORT to listen at")
    String listen();

    @AttributeDefinition(description = "HOST:PORT to connect to")
    String backend();

    @AttributeDefinition(description = "Protocol of the codec; none: forward without understanding")
    String protocol() default "none";

    @AttributeDefinition(description = "Transports, the first one in service is used")
    String transport() default "nio";

    @AttributeDefinition(description = "Strands that serve the sessions; 0: as many as the transport asks for")
    int strands() default 0;

    @AttributeDefinition(required = false, description = "Recorders, separated by commas")
    String recorder();

    @AttributeDefinition(required = false, description = "off, exchanges or full")
    String record_level();

    @AttributeDefinition(description = "block, drop or fail")
    String record_overload() default "block";

    @AttributeDefinition(description = "What is recorded of bytes that are not understood: lengths or bytes")
    String record_opaque() default "lengths";

    @AttributeDefinition(description = "Sessions open at the same time")
    int sessions_max() default 10_000;

    @AttributeDefinition(description = "Until the server has accepted")
    String connect_timeout() default "5s";

    @AttributeDefinition(description = "Without a byte passing; 0: for ever")
    String idle_timeout() default "0";

    @AttributeDefinition(description = "For busy sessions to end at shutdown")
    String drain_timeout() default "10s";

    @AttributeDefinition(description = "For sessions to wait without a transport")
    String park_timeout() default "30s";

    @AttributeDefinition(description = "For sessions to wait without a codec")
    String hold_timeout() default "5s";

    @AttributeDefinition(description = "Largest read")
    String read_buffer() default "128k";

    @AttributeDefinition(description = "SO_SNDBUF; 0: the system's choice")
    String socket_sndbuf() default "0";

    @AttributeDefinition(description = "SO_RCVBUF; 0: the system's choice")
    String socket_rcvbuf() default "0";

    @AttributeDefinition(
            description = "Tries of a write before room is waited for, as long as the socket takes some of it")
    int write_spin() default 1;

    @AttributeDefinition(
            name = "write.copy-limit",
            description = "Bytes without room that are copied, so that their buffer is free at once; 0: none")
    String write_copy$_$limit() default "0";

    @AttributeDefinition(
            name = "write.high-water",
            description = "Unwritten bytes of a direction at which it is read no more")
    String write_high$_$water() default "1";

    @AttributeDefinition(name = "write.low-water", description = "Unwritten bytes at which it is read again")
    String write_low$_$water() default "0";
}
