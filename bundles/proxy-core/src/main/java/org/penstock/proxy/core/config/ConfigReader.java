package org.penstock.proxy.core.config;

import java.time.Duration;
import java.util.Collections;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.penstock.log.support.settings.Settings;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.transport.api.WritePolicy;

/** Turns a factory configuration into a {@link ProxyConfig}, or into the lines that say what is wrong with it. */
public final class ConfigReader {
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private ConfigReader() {}

    /** Either a configuration, or at least one problem. */
    public sealed interface Result {
        /** What was configured. */
        record Good(ProxyConfig config) implements Result {}

        /** One line for each mistake. */
        record Bad(List<String> problems) implements Result {}
    }

    /** The part of a PID that names the proxy: what comes after {@code ~}, or after the factory's PID and a separator. */
    public static String proxyName(String pid) {
        int separator = pid.indexOf('~');
        return separator >= 0 ? pid.substring(separator + 1) : pid.substring(pid.lastIndexOf('.') + 1);
    }

    /** Reads a configuration, as the configuration admin service gives it. */
    public static Result read(String pid, Dictionary<String, ?> values) {
        String name = proxyName(pid);
        Settings s = new Settings(pid, map(values));
        Endpoint listen = s.required("listen", Endpoint.ALLOWED, Endpoint::parse);
        Endpoint backend = s.required("backend", Endpoint.ALLOWED, Endpoint::parse);
        String protocol = s.name("protocol", ProxyConfig.NO_PROTOCOL);
        List<String> transports = s.names("transport", List.of("nio"));
        Recording recording = recording(s);
        Limits limits = limits(s);
        Tuning tuning = tuning(s);
        if (listen != null && listen.equals(backend)) {
            s.problem("backend", backend.toString(), "another address than listen: the proxy would connect to itself");
        }
        List<String> problems = s.problems();
        return problems.isEmpty()
                ? new Result.Good(new ProxyConfig(
                        name, s.source(), listen, backend, protocol, transports, recording, limits, tuning))
                : new Result.Bad(problems);
    }

    private static Map<String, ?> map(Dictionary<String, ?> values) {
        Map<String, Object> map = new HashMap<>();
        Collections.list(values.keys()).forEach(key -> map.put(key, values.get(key)));
        return map;
    }

    private static Recording recording(Settings s) {
        List<String> recorders = s.names("recorder", List.of());
        RecordLevel level = s.choice(
                "record.level", RecordLevel.class, recorders.isEmpty() ? RecordLevel.OFF : RecordLevel.EXCHANGES);
        Overload overload = s.choice("record.overload", Overload.class, Overload.BLOCK);
        OpaqueSpans opaque = s.choice("record.opaque", OpaqueSpans.class, OpaqueSpans.LENGTHS);
        if (level != RecordLevel.OFF && recorders.isEmpty()) {
            s.problem("record.level", Settings.written(level), "off, as long as recorder names none");
        }
        return new Recording(recorders, level, overload, opaque == OpaqueSpans.BYTES);
    }

    private enum OpaqueSpans {
        LENGTHS,
        BYTES
    }

    private static Limits limits(Settings s) {
        return new Limits(
                s.number("sessions.max", 1, 1_000_000, 10_000),
                s.duration("connect.timeout", MILLISECOND, Duration.ofSeconds(5)),
                s.duration("idle.timeout", Duration.ZERO, Duration.ZERO),
                s.duration("drain.timeout", Duration.ZERO, Duration.ofSeconds(10)),
                s.duration("park.timeout", MILLISECOND, Duration.ofSeconds(30)),
                s.duration("hold.timeout", MILLISECOND, Duration.ofSeconds(5)));
    }

    private static Tuning tuning(Settings s) {
        int high = s.size("write.high-water", 1, 1 << 28, 1);
        int low = s.size("write.low-water", 0, 1 << 28, 0);
        if (low >= high) {
            s.problem("write.low-water", Integer.toString(low), "less than write.high-water, which is " + high);
        }
        return new Tuning(
                s.number("strands", 0, 1_024, 0),
                s.size("read.buffer", 1_024, Buffers.LARGE, Buffers.LARGE),
                s.size("socket.sndbuf", 0, 1 << 28, 0),
                s.size("socket.rcvbuf", 0, 1 << 28, 0),
                new WritePolicy(
                        s.number("write.spin", 1, WritePolicy.MOST_SPIN, WritePolicy.DEFAULT.spin()),
                        s.size(
                                "write.copy-limit",
                                0,
                                WritePolicy.MOST_COPY_BYTES,
                                WritePolicy.DEFAULT.copyLimitBytes())),
                high,
                low);
    }
}
