package org.penstock.shell.client;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * What Ctrl-C does. By reflection, since the only class that knows signals is the JDK's own; where it is missing, Ctrl-C
 * ends the client as it always does.
 */
public final class Interrupt {
    private Interrupt() {}

    /** Runs this at each Ctrl-C from now on, on a thread of the JDK's. */
    public static void call(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls = (proxy, method, args) -> {
                if (method.getName().equals("handle")) {
                    action.run();
                }
                return null;
            };
            Object proxy = Proxy.newProxyInstance(Interrupt.class.getClassLoader(), new Class<?>[] {handler}, calls);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), proxy);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // the default stays
        }
    }
}
