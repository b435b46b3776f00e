package org.penstock.benchmarks.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;

/**
 * What the program of a party is told to do, as its command line {@code ROLE LISTEN SERVER VARIANT} has it. Ports are of
 * 127.0.0.1.
 *
 * @param role what it does with connections
 * @param listen where it listens
 * @param server where it connects to in {@link Role#RELAY}; port 0 in the others
 * @param variant which of several ways a party has, such as {@code epoll}
 */
public record Assignment(Role role, InetSocketAddress listen, InetSocketAddress server, String variant) {
    /** Exit status of a program that this machine cannot run; the last line it wrote says why. */
    public static final int UNAVAILABLE = 3;

    public static Assignment parse(String[] arguments) {
        return new Assignment(
                Role.valueOf(arguments[0].toUpperCase(Locale.ROOT)),
                loopback(arguments[1]),
                loopback(arguments[2]),
                arguments[3]);
    }

    private static InetSocketAddress loopback(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    /** The command line again. */
    public List<String> arguments() {
        return List.of(
                role.toString(), Integer.toString(listen.getPort()), Integer.toString(server.getPort()), variant);
    }

    /** Ends the program: the party cannot run here. */
    public static void refuse(String why) {
        System.err.println(why);
        System.exit(UNAVAILABLE);
    }
}
