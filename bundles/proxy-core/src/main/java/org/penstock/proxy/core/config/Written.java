package org.penstock.proxy.core.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.penstock.log.support.settings.Settings;

/** A configuration as it would be written in the file, with every key, in the order in which they are documented. */
public final class Written {
    private Written() {}

    public static Map<String, String> of(ProxyConfig c) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("listen", c.listen().toString());
        all.put("backend", c.backend().toString());
        all.put("protocol", c.protocol());
        all.put("transport", names(c.transports()));
        write(c.recording(), all);
        write(c.limits(), all);
        write(c.tuning(), all);
        return all;
    }

    private static void write(Recording r, Map<String, String> all) {
        all.put("recorder", names(r.recorders()));
        all.put("record.level", Settings.written(r.level()));
        all.put("record.overload", Settings.written(r.overload()));
        all.put("record.opaque", r.opaqueBytes() ? "bytes" : "lengths");
    }

    private static void write(Limits l, Map<String, String> all) {
        all.put("sessions.max", Integer.toString(l.sessions()));
        all.put("connect.timeout", duration(l.connect()));
        all.put("idle.timeout", duration(l.idle()));
        all.put("drain.timeout", duration(l.drain()));
        all.put("park.timeout", duration(l.park()));
        all.put("hold.timeout", duration(l.hold()));
    }

    private static void write(Tuning t, Map<String, String> all) {
        all.put("strands", Integer.toString(t.strands()));
        all.put("read.buffer", Integer.toString(t.readBuffer()));
        all.put("socket.sndbuf", Integer.toString(t.sendBuffer()));
        all.put("socket.rcvbuf", Integer.toString(t.receiveBuffer()));
        all.put("write.spin", Integer.toString(t.writes().spin()));
        all.put("write.copy-limit", Integer.toString(t.writes().copyLimitBytes()));
        all.put("write.high-water", Integer.toString(t.highWater()));
        all.put("write.low-water", Integer.toString(t.lowWater()));
    }

    private static String names(List<String> some) {
        return some.isEmpty() ? "none" : String.join(",", some);
    }

    private static String duration(Duration d) {
        if (d.isZero()) {
            return "0";
        }
        return d.toMillisPart() == 0 ? d.toSeconds() + "s" : d.toMillis() + "ms";
    }
}
