package org.penstock.proxy.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
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
        String key = "listen";
        Endpoint endpoint = config.listen();
        try {
            InetSocketAddress listen = address(endpoint);
            key = "backend";
            endpoint = config.backend();
            return new Result.Found(listen, address(endpoint));
        } catch (UnknownHostException e) {
            return new Result.NotFound(
                    List.of(config.source() + ": " + key + " = " + endpoint + ": the name " + endpoint.host()
                            + " does not resolve; allowed is a numeric address or a name this machine can look up"));
        }
    }

    private static InetSocketAddress address(Endpoint e) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(e.host()), e.port());
    }
}
