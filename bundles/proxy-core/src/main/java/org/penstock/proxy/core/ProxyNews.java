package org.penstock.proxy.core;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.penstock.log.support.Spell;
import org.penstock.proxy.core.config.ProxyConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a proxy's clients, told to its operator for all of them together: when it begins and when it is over.
 *
 * <p>Threads: any.
 */
final class ProxyNews {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyNews.class);

    private final Supplier<ProxyConfig> config;
    private final Spell unreachable;
    private final Spell full;
    private final Spell shut;
    private final Spell homeless;
    private final Spell unrecorded;

    ProxyNews(Supplier<ProxyConfig> config, LongSupplier nanoTime) {
        this.config = config;
        this.unreachable = new Spell(Spell.CALM, nanoTime, this::reachedAgain);
        this.full = new Spell(Spell.CALM, nanoTime, this::roomAgain);
        this.shut = new Spell(Spell.CALM, nanoTime, this::acceptsAgain);
        this.homeless = new Spell(Spell.CALM, nanoTime, this::closedNoMore);
        this.unrecorded = new Spell(Spell.CALM, nanoTime, this::recordedAgain);
    }

    private String name() {
        return config.get().name();
    }

    /** A client's server could not be reached. */
    void serverFailed(String why) {
        if (unreachable.met()) {
            LOG.warn("proxy={} {}; clients are told so until it is reached again", name(), why);
        }
    }

    void serverReached() {
        unreachable.passed();
    }

    private void reachedAgain(Spell.Past past) {
        LOG.info(
                "proxy={} server {} is reached again, after {}; clients turned away={}",
                name(),
                config.get().backend(),
                past.length(),
                past.times());
    }

    /** A client is one too many. */
    void turnedAway(int limit) {
        if (full.met()) {
            LOG.warn("proxy={} sessions.max = {} is reached; clients are turned away", name(), limit);
        }
    }

    void admitted() {
        full.passed();
    }

    private void roomAgain(Spell.Past past) {
        LOG.info(
                "proxy={} has room for sessions again, after {}; clients turned away={}",
                name(),
                past.length(),
                past.times());
    }

    /** Clients stay in the system's queue. */
    void acceptsNobody(String why) {
        if (shut.met()) {
            LOG.warn("proxy={} accepts no more for the moment: {}; clients wait", name(), why);
        }
    }

    void accepted() {
        shut.passed();
    }

    private void acceptsAgain(Spell.Past past) {
        LOG.info("proxy={} accepts again, after {}", name(), past.length());
    }

    /** A session has waited too long for a transport, and is closed. */
    void homeless(long session, String why) {
        if (homeless.met()) {
            LOG.warn("proxy={} session={} closed: {}; more are counted", name(), session, why);
        }
    }

    private void closedNoMore(Spell.Past past) {
        if (past.times() > 1) {
            LOG.info("proxy={} {} sessions were closed for want of a transport", name(), past.times());
        }
    }

    /** A session is over, and some of its records were taken by no recorder. */
    void unrecorded(long session, long records) {
        if (unrecorded.met(records)) {
            LOG.warn(
                    "proxy={} session={} ended with {} records no recorder took; more are counted",
                    name(),
                    session,
                    records);
        }
    }

    private void recordedAgain(Spell.Past past) {
        if (past.times() > 1) {
            LOG.info(
                    "proxy={} {} sessions ended with {} records no recorder took, in {}",
                    name(),
                    past.times(),
                    past.affected(),
                    past.length());
        }
    }

    /** Now and then: some of it may be over. */
    void look() {
        unreachable.look();
        full.look();
        shut.look();
        homeless.passed();
        unrecorded.passed();
    }

    /** The proxy ends, or its core does: what was counted is told, and what nobody will see the end of. */
    void close() {
        unreachable.close(past -> LOG.info(
                "proxy={} ends, or its core does, with server {} not reached again, after {}; clients turned away={}",
                name(),
                config.get().backend(),
                past.length(),
                past.times()));
        full.close(past -> LOG.info(
                "proxy={} ends, or its core does, without room for sessions, after {}; clients turned away={}",
                name(),
                past.length(),
                past.times()));
        shut.close(past ->
                LOG.info("proxy={} ends, or its core does, without accepting again, after {}", name(), past.length()));
        homeless.close();
        unrecorded.close();
    }
}
