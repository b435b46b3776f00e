package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;
import org.penstock.proxy.core.config.ProxyConfig;

/** Which codec a session uses, and how long it waits for one. To whom the session belongs. */
final class CodecChoice {
    private final SessionHost host;
    private final SessionFacts facts;
    private final Observation observation;
    private final Berth berth;
    private final Runnable goOn;
    private final Deadline holding = new Deadline(this::heldTooLong);
    private boolean over;

    /** @param goOn what waited for a codec waits no more */
    CodecChoice(SessionHost host, SessionFacts facts, Observation observation, Berth berth, Runnable goOn) {
        this.host = host;
        this.facts = facts;
        this.observation = observation;
        this.berth = berth;
        this.goOn = goOn;
    }

    Deadline holding() {
        return holding;
    }

    /** Uses the codec that is there now, or waits for one. */
    void choose(long now) {
        use(now);
        observation.noteOpaque(now);
    }

    private void use(long now) {
        if (over) {
            return;
        }
        if (facts.protocol().equals(ProxyConfig.NO_PROTOCOL)) {
            observation.understandNothing();
            return;
        }
        observation.useCodec(host.codec(facts.protocol()), now);
        if (!observation.understanding().waits()) {
            holding.disarm();
        } else if (!holding.isArmed() && berth.isOnLane()) {
            holding.arm(berth.strand(), host.config().limits().hold().toNanos());
        }
    }

    Verdict decode(Side from, ByteBuffer b, long now) {
        Verdict verdict = observation.decode(from, b, now);
        if (observation.holds()) {
            use(now); // the old codec could save its state at last
        }
        return verdict;
    }

    private void heldTooLong() {
        String limit = host.config().limits().hold().toMillis() + " ms";
        goOpaque(
                observation.holds()
                        ? "no codec for " + limit
                        : "the codec that went could not save its state for " + limit,
                host.now());
        goOn.run();
    }

    /** As {@link #goOpaque}, but the record is told later, after bytes that were understood. */
    void understandNoMore(String reason, long now) {
        observation.understandNoMore(reason, now);
        holding.disarm();
    }

    void goOpaque(String reason, long now) {
        understandNoMore(reason, now);
        observation.noteOpaque(now);
    }

    /** No byte will pass any more. */
    void stop(long now) {
        over = true;
        observation.stop(now);
    }
}
