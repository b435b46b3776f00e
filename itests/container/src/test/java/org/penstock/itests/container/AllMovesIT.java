package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.transport.api.Transport;

/** Open connections move from every I/O processor to every other, at random instants, with every byte. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class AllMovesIT {
    private static final String PROXY = "streams";
    private static final String FIRST = "nio";
    private static final int STREAMS = 6;
    private static final int MOST_PIECES_BETWEEN_MOVES = 500;

    @Inject
    private BundleContext context;

    @Inject
    private ConfigurationAdmin configurations;

    @Inject
    private ProxyControl control;

    private final LongAdder called = new LongAdder();
    private ProxyUnderTest proxy;
    private StreamServer server;
    private StreamLoad load;

    @Configuration
    public Option[] configuration() {
        return new Option[] {Distribution.asConfigured()};
    }

    @Before
    public void serve() throws Exception {
        server = new StreamServer();
        proxy = ProxyUnderTest.open(configurations, PROXY, server.port(), Map.of("transport", FIRST));
        load = new StreamLoad(STREAMS, proxy.port());
        load.awaitMore(STREAMS);
    }

    @After
    public void end() throws Exception {
        proxy.close();
        server.close();
    }

    @Test
    public void fromEveryProcessorToEveryOther() throws Exception {
        Random random = new Random(1);
        for (String to : everyPair(adopting())) {
            load.awaitMore(random.nextInt(MOST_PIECES_BETWEEN_MOVES));
            MoveReport report = control.move(PROXY, to);
            assertTrue(report.toString(), report.done());
            assertEquals(report.toString(), STREAMS, report.moved());
            assertEquals(report.toString(), 0, report.returned() + report.lost());
            assertEquals(report.toString(), to, report.to());
        }
        load.awaitMore(STREAMS);
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void whoeverComesInAMoveIsServed() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        FutureTask<List<String>> callers = new FutureTask<>(() -> {
            List<String> failures = new ArrayList<>();
            while (!over.get()) {
                StreamLoad caller = new StreamLoad(1, proxy.port());
                caller.awaitMore(1);
                failures.addAll(caller.stop());
                called.increment();
            }
            return failures;
        });
        Daemons.start("callers", callers::run);
        for (String to : everyPair(adopting())) {
            long before = called.sum();
            assertTrue(control.move(PROXY, to).done());
            Await.until(30, () -> called.sum() > before, () -> "nobody is served any more");
        }
        over.set(true);
        assertEquals(List.of(), callers.get());
        assertEquals(List.of(), load.stop());
    }

    private List<String> adopting() throws Exception {
        Map<String, Boolean> adopts = new TreeMap<>();
        for (ServiceReference<Transport> r : context.getServiceReferences(Transport.class, null)) {
            Transport transport = context.getService(r);
            adopts.put(transport.traits().name(), transport.traits().adopts());
            context.ungetService(r);
        }
        adopts.values().removeIf(a -> !a);
        assertTrue(adopts.toString(), adopts.size() >= 2);
        return List.copyOf(adopts.keySet());
    }

    /** A way from {@link #FIRST} on that takes each ordered pair once and ends where it began. */
    private static List<String> everyPair(List<String> names) {
        Map<String, Deque<String>> left = new TreeMap<>();
        names.forEach(from -> {
            Deque<String> others = new ArrayDeque<>(names);
            others.remove(from);
            left.put(from, others);
        });
        List<String> way = new ArrayList<>(); // backwards: Hierholzer's way through all edges
        Deque<String> open = new ArrayDeque<>(List.of(FIRST));
        while (!open.isEmpty()) {
            Deque<String> next = left.get(open.peek());
            if (next.isEmpty()) {
                way.add(0, open.pop());
            } else {
                open.push(next.poll());
            }
        }
        return way.subList(1, way.size());
    }
}
