package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.bio.BioTransport;
import org.penstock.transport.nio.NioTransport;

/** What was exchanged is gone: no thread, descriptor or buffer of it is left, and nothing refers to it. */
@Timeout(240)
class LeakTest {
    private static final int TIMES = 50;

    private static long descriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("penstock-") || t.getName().startsWith("test-"))
                .count();
    }

    @Test
    void afterFiftyExchangesOfEverythingAllIsWhereItBegan() throws Exception {
        List<WeakReference<?>> gone = new ArrayList<>();
        try (ProxyRig rig = ProxyRig.serving("transport=nio,bio")) {
            List<LineClient> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                clients.add(rig.client());
            }
            round(rig, clients, gone, -1);
            gone.clear();
            long descriptorsBefore = descriptors();
            long threadsBefore = threads();
            long buffersBefore = rig.buffers.usage().allocatedBytes();
            for (int i = 0; i < TIMES; i++) {
                round(rig, clients, gone, i);
            }
            rig.await(() -> threads() <= threadsBefore);
            rig.await(() -> descriptors() <= descriptorsBefore);
            assertTrue(
                    rig.buffers.usage().allocatedBytes() <= 2 * buffersBefore + (1 << 20),
                    rig.buffers.usage().toString());
            assertEquals(8, rig.status().counts().open());
            rig.await(() -> {
                System.gc();
                return gone.stream().allMatch(r -> r.get() == null);
            });
            for (LineClient c : clients) {
                c.close();
            }
            rig.awaitOpen(0);
        }
    }

    private static void round(ProxyRig rig, List<LineClient> clients, List<WeakReference<?>> gone, int i)
            throws IOException {
        ask(clients, "moved " + i);
        assertTrue(rig.proxies.move("test", "bio").done());
        assertTrue(rig.proxies.move("test", "nio").done());
        ask(clients, "transport " + i);
        Generation<?> nio = rig.transport("nio");
        gone.add(new WeakReference<>(nio.service()));
        rig.go(rig.transport("nio"));
        rig.come("nio", new NioTransport());
        gone.add(new WeakReference<>(rig.transport("bio").service()));
        rig.go(rig.transport("bio"));
        rig.come("bio", new BioTransport());
        ask(clients, "codec " + i);
        gone.add(new WeakReference<>(
                rig.services.codecs.newest("line").orElseThrow().service()));
        rig.goCodec();
        rig.come(new LineCodec());
        ask(clients, "core " + i);
        gone.add(new WeakReference<>(rig.proxies));
        gone.add(new WeakReference<>(rig.services));
        rig.stopCore();
        rig.startCore("transport=nio,bio");
        ask(clients, "again " + i);
    }

    private static void ask(List<LineClient> clients, String question) throws IOException {
        for (LineClient c : clients) {
            assertEquals("re:" + question, c.ask(question));
        }
    }
}
