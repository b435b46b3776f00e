package org.penstock.recorder.journal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;

/**
 * An address as text: numeric, IPv6 in the canonical form of RFC 5952 with its zone where it has one. Never asks a name
 * service. Pure functions.
 */
final class HostText {
    private static final int GROUPS = 8;

    private HostText() {}

    static String of(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        if (ip == null) {
            return address.getHostString();
        }
        return ip instanceof Inet6Address six ? compressed(six.getAddress()) + zone(six) : ip.getHostAddress();
    }

    private static String zone(Inet6Address six) {
        String text = six.getHostAddress();
        int percent = text.indexOf('%');
        return percent < 0 ? "" : text.substring(percent);
    }

    /** The first of the longest runs of two or more zero groups becomes {@code ::}. */
    private static String compressed(byte[] b) {
        int runAt = -1;
        int run = 1;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zeros(b, i);
            if (zeros > run) {
                runAt = i;
                run = zeros;
            }
        }
        StringBuilder text = new StringBuilder(40);
        for (int i = 0; i < GROUPS; i++) {
            if (i == runAt) {
                text.append("::");
                i += run - 1;
            } else {
                text.append(text.length() > 0 && text.charAt(text.length() - 1) != ':' ? ":" : "")
                        .append(Integer.toHexString(group(b, i)).toLowerCase(Locale.ROOT));
            }
        }
        return text.toString();
    }

    private static int zeros(byte[] b, int from) {
        int n = from;
        while (n < GROUPS && group(b, n) == 0) {
            n++;
        }
        return n - from;
    }

    private static int group(byte[] b, int i) {
        return (b[2 * i] & 0xff) << 8 | b[2 * i + 1] & 0xff;
    }
}
