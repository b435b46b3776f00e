package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.SessionFacts;
import org.penstock.log.support.Change;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The codec of the MySQL client/server protocol, for MySQL and MariaDB.
 *
 * <p>Configuration: PID {@value #PID}, optional; a change of the text limit holds for sessions that begin or are
 * restored afterwards, one of the memory for all.
 */
@Component(
        immediate = true,
        configurationPid = MySqlCodec.PID,
        configurationPolicy = ConfigurationPolicy.OPTIONAL,
        property = ProtocolCodec.PROTOCOL + "=mysql")
@Designate(ocd = CodecConfiguration.class)
public final class MySqlCodec implements ProtocolCodec {
    static final String PID = "org.penstock.codec.mysql";

    private static final Logger LOG = LoggerFactory.getLogger(MySqlCodec.class);

    private final Inflations inflations;
    private volatile CodecSettings settings;

    /** With the properties of its configuration. */
    @Activate
    public MySqlCodec(Map<String, Object> properties) {
        settings = CodecSettings.of(
                properties, CodecSettings.DEFAULT, bad -> LOG.error("codec mysql has its defaults: {}", bad));
        inflations = new Inflations(settings.inflationMemory(), System::nanoTime);
    }

    @Modified
    void modified(Map<String, Object> properties) {
        CodecSettings former = settings;
        settings = CodecSettings.of(properties, former, bad -> LOG.error("codec mysql stays as it was: {}", bad));
        inflations.budget(settings.inflationMemory());
        Change.told(former.written(), settings.written())
                .ifPresent(changes -> LOG.info("codec mysql uses its new configuration: {}", changes));
    }

    @Deactivate
    void deactivate() {
        inflations.close();
    }

    @Override
    public CodecSession open(SessionFacts facts, ExchangeSink sink) {
        return new MySqlSession(settings.textLimit(), inflations, sink);
    }

    @Override
    public CodecSession restore(ByteBuffer checkpoint, SessionFacts facts, ExchangeSink sink) throws CheckpointRefused {
        StateReader in = new StateReader(checkpoint);
        MySqlSession session = new MySqlSession(settings.textLimit(), inflations, sink);
        session.load(in);
        return session;
    }
}
