package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.recorder.api.Recorder;

/**
 * Closed sessions that the keeper remembers until their records are ended, over a crash too. It is told that they are
 * once they are as safe as their recorders make them: a process that is killed before then has the next one end them, if
 * need be once more, and none stays without an end.
 *
 * <p>Threads: sessions are over on any; all else is done under the core's lock.
 */
final class Remembered {
    private final SessionHost host;
    private final Keeper keeper;
    private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
    private final Queue<Session> over = new ConcurrentLinkedQueue<>();

    Remembered(SessionHost host, Keeper keeper) {
        this.host = host;
        this.keeper = keeper;
    }

    void add(long session) {
        numbers.add(session);
    }

    /** Whose record is not ended by anybody: that has been told. */
    void giveUp(long session) {
        numbers.remove(session);
        keeper.forgetClosed(List.of(session));
    }

    /** From any thread. */
    void over(Session s) {
        if (numbers.remove(s.facts().session())) {
            over.add(s);
        }
    }

    void forgetThoseOver() {
        List<Long> ended = new ArrayList<>();
        Set<String> recorders = new HashSet<>();
        for (Session s = over.poll(); s != null; s = over.poll()) {
            ended.add(s.facts().session());
            recorders.addAll(s.recorders());
        }
        if (!ended.isEmpty()) {
            CompletionStage<Void> safe = CompletableFuture.allOf(recorders.stream()
                    .map(host::recorder)
                    .filter(Objects::nonNull)
                    .map(this::safe)
                    .toArray(CompletableFuture<?>[]::new));
            safe.whenComplete((done, failed) -> keeper.forgetClosed(ended));
        }
    }

    /** Done when the recorder has made safe what it took; at once for one that breaks its word never to fail. */
    private CompletableFuture<Void> safe(Recorder recorder) {
        try {
            return recorder.drain().toCompletableFuture();
        } catch (RuntimeException | Error e) {
            host.complaints().error("drain", "proxy=" + host.config().name() + " a recorder failed to drain", e);
            return CompletableFuture.completedFuture(null);
        }
    }
}
