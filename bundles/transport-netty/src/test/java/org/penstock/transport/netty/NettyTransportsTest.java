package org.penstock.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/** What a survey found is registered, each with its name, and goes before it is ended. */
@Timeout(60)
final class NettyTransportsTest {
    private static final BufferPool NO_BUFFERS = new BufferPool() {
        @Override
        public ByteBuffer take(int preferredBytes) {
            return null;
        }

        @Override
        public void release(ByteBuffer b) {
            throw new AssertionError("none was taken");
        }

        @Override
        public void whenAvailable(Runnable wake) {
            // never
        }
    };

    private final List<String> names = new ArrayList<>();
    private final List<Transport> transports = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    private final BundleContext context =
            only(BundleContext.class, "registerService", arguments -> register((Transport) arguments[1], arguments[2]));

    private interface Answer {
        Object to(Object[] arguments);
    }

    /** An object that answers one method. */
    private static <T> T only(Class<T> type, String method, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                NettyTransportsTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                    assertEquals(method, called.getName());
                    return answer.to(arguments);
                }));
    }

    private Object register(Transport transport, Object properties) {
        String name = (String) ((Dictionary<?, ?>) properties).get(Transport.NAME);
        names.add(name);
        transports.add(transport);
        return only(ServiceRegistration.class, "unregister", none -> {
            transport.open(NO_BUFFERS, TransportOptions.named("still-open"));
            events.add("unregistered " + name);
            return null;
        });
    }

    private static NettyTransports started(BundleContext context, Map<IoKind, String> refused) {
        return new NettyTransports(context, new Survey(List.of(IoKind.NIO.open(), IoKind.EPOLL.open()), refused));
    }

    @Test
    void eachIsAServiceOfItsName() {
        NettyTransports started = started(context, Map.of());
        assertEquals(List.of("netty-nio", "netty-epoll"), names);
        assertEquals(names, transports.stream().map(t -> t.traits().name()).toList());
        started.deactivate();
    }

    @Test
    void whatIsMissingIsAmongTheTraitsOfTheOneThatNeverIs() {
        NettyTransports started = started(context, Map.of(IoKind.IO_URING, "forbidden"));
        String note = "; not available here: netty-io_uring (forbidden)";
        assertTrue(transports.get(0).traits().threads().endsWith(note));
        assertTrue(!transports.get(1).traits().threads().contains("not available"));
        started.deactivate();
    }

    @Test
    void itsUsersLeaveWhileItStillWorksAndNothingOpensAfterwards() {
        NettyTransports started = started(context, Map.of());
        Strand left = transports.get(0).open(NO_BUFFERS, TransportOptions.named("left"));
        started.deactivate();
        assertEquals(List.of("unregistered netty-epoll", "unregistered netty-nio"), events);
        assertTrue(left.close().toCompletableFuture().isDone());
        for (Transport t : transports) {
            assertThrows(IllegalStateException.class, () -> t.open(NO_BUFFERS, TransportOptions.named("late")));
        }
    }
}
