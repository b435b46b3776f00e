package org.penstock.proxy.core.session;

import java.net.Inet6Address;
import java.net.InetSocketAddress;

/** Addresses as text. */
public final class Addresses {
    private Addresses() {}

    /** The numeric host and the port, {@code 127.0.0.1:3306} or {@code [::1]:3306}; never looks a name up. */
    public static String text(InetSocketAddress a) {
        if (a.isUnresolved()) {
            return a.getHostString() + ":" + a.getPort();
        }
        String host = a.getAddress().getHostAddress();
        return (a.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":" + a.getPort();
    }
}
