package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read, what is meant to be, and what is nobody's business. */
class FileNameTest {
    @ParameterizedTest
    @CsvSource({
        "org.penstock.journal.cfg, org.penstock.journal, false",
        "org.penstock.proxy-orders.cfg, org.penstock.proxy, true",
        "org.penstock.proxy-orders-2.eu_west.cfg, org.penstock.proxy, true",
        "org.penstock.prox-orders.cfg, org.penstock.prox, true",
        "org.penstock.proxy.orders.cfg, org.penstock.proxy.orders, false",
        "org.penstock.proxy_orders.cfg, org.penstock.proxy_orders, false",
        "proxy-orders.cfg, proxy, true",
        "Org.Penstock.journal.cfg, Org.Penstock.journal, false",
        "org.penstock.proxy-a.cfg.cfg, org.penstock.proxy, true",
        "org.penstock.proxy-a.bak.cfg, org.penstock.proxy, true",
    })
    void aNameThatIsReadSaysWhoseItIs(String name, String pid, boolean named) {
        assertEquals(new FileName.Configuration(pid, named), FileName.of(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.penstock.journal.CFG",
                "org.penstock.proxy-orders.Cfg",
                "org.penstock.proxy-orders.config",
                "org.penstock.proxy-orders.properties",
                "org.penstock.proxy-orders.conf",
                "org.penstock.proxy-orders.yml",
                "org.penstock.proxy-orders",
                "ORG.PENSTOCK.JOURNAL.CFG",
                "org.penstock.proxy-orders.cfg.txt",
                "proxy-orders.conf",
                "orders.properties",
            })
    void whatEndsOtherwiseIsToldWhatIsAllowed(String name) {
        String why =
                assertInstanceOf(FileName.Misnamed.class, FileName.of(name)).why();
        assertEquals("it is not read; allowed is a name that ends with .cfg, in small letters", why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.penstock.proxy-or ders.cfg",
                "org.penstock.proxy~orders.cfg",
                "org.penstock.proxy-bücher.cfg",
                "org.penstock.proxy-a#b.cfg",
                "org.penstock.proxy-%41.cfg",
                "org.penstock.proxy-a\nb.cfg",
            })
    void charactersThatAreNotAllowedAreTold(String name) {
        String why =
                assertInstanceOf(FileName.Misnamed.class, FileName.of(name)).why();
        assertTrue(why.contains("allowed are ASCII letters"), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.penstock.proxy-.cfg", "-.cfg"})
    void anInstanceHasAName(String name) {
        assertInstanceOf(FileName.Misnamed.class, FileName.of(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.penstock.proxy-NAME.cfg.example",
                "org.penstock.proxy-orders.cfg~",
                "#org.penstock.proxy-orders.cfg#",
                ".org.penstock.proxy-orders.cfg.swp",
                ".#org.penstock.proxy-orders.cfg",
                "org.penstock.proxy-orders.cfg.swp",
                "org.penstock.proxy-orders.cfg.bak",
                "org.penstock.proxy-orders.cfg.new",
                "org.penstock.proxy-orders.cfg.2026-12-01",
                "org.penstock.proxy-orders.cfg-20261201",
                "org.penstock.proxy-orders.cfg_old",
                "org.penstock.proxy-orders.cfg.dpkg-dist",
                "org.penstock.proxy-orders.cfg.rpmsave",
                "org.penstock.proxy-orders.cfg.orig",
                "org.penstock.proxy-orders.bak",
                "4913",
                "README",
                "README.md",
                "server.pem",
                ".cfg",
                ".gitignore",
            })
    void whatNobodyMeansToBeReadIsNothingToTell(String name) {
        assertEquals(new FileName.Other(), FileName.of(name));
    }
}
