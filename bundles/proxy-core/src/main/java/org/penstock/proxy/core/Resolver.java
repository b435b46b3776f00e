package org.penstock.proxy.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.penstock.proxy.core.config.Endpoint;
import org.penstock.proxy.core.config.ProxyConfig;

/** Turns a configuration's endpoints into addresses. Asks the system, so not on a thread that must not wait. */
final class Resolver {
    private Resolver() {}

    /** What came of it. */
    sealed interface Result {
        /** Both were found. */
        record Found(InetSocketAddress listen, InetSocketAddress backend) implements Result {}

        /** One line for each that was not. */
        record NotFound(List<String> problems) implements Result {}
    }

    static Result resolve(ProxyConfig config) {
        List<String> problems = new ArrayList<>();
        InetSocketAddress listen = address(config, "listen", config.listen(), problems);
        InetSocketAddress backend = address(config, "backend", config.backend(), problems);
        return problems.isEmpty() ? new Result.Found(listen, backend) : new Result.NotFound(problems);
    }

    private static InetSocketAddress address(ProxyConfig config, String key, Endpoint e, List<String> problems) {
        try {
            return new InetSocketAddress(InetAddress.getByName(e.host()), e.port());
        } catch (UnknownHostException none) {
            problems.add(config.source() + ": " + key + " = " + e + ": the name " + e.host()
                    + " does not resolve; allowed is a numeric address or a name this machine can look up");
            return null;
        }
    }
}
