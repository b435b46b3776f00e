package org.penstock.itests.architecture;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the manifests of our bundles may say (architecture.md, "Changing a part"). */
class BundleHeadersTest {
    private static final String OURS = "org.penstock.";
    private static final List<String> APIS = List.of(
            "org.penstock.transport.api",
            "org.penstock.codec.api",
            "org.penstock.recorder.api",
            "org.penstock.journal.api",
            "org.penstock.proxy.api");
    private static final String KEEPER = "org.penstock.proxy.keeper";

    /** A bundle of ours on the class path. */
    private record BundleHeaders(String name, Attributes headers) {
        List<Clause> clauses(String header) {
            return Clause.parse(headers.getValue(header));
        }

        boolean isApi() {
            return name.endsWith("-api");
        }
    }

    private static Map<String, BundleHeaders> bundles() throws IOException {
        Map<String, BundleHeaders> found = new TreeMap<>();
        List<URL> manifests =
                Collections.list(BundleHeadersTest.class.getClassLoader().getResources("META-INF/MANIFEST.MF"));
        for (URL url : manifests) {
            try (InputStream in = url.openStream()) {
                Attributes headers = new Manifest(in).getMainAttributes();
                String name = headers.getValue("Bundle-SymbolicName");
                if (name != null && name.startsWith(OURS)) {
                    found.put(name, new BundleHeaders(name, headers));
                }
            }
        }
        return found;
    }

    @Test
    void everyBundleIsHere() throws IOException {
        List<String> expected = Stream.of(
                        "codec-api",
                        "codec-mysql",
                        "config-files",
                        "journal-api",
                        "journal-core",
                        "journal-storage-nio",
                        "proxy-api",
                        "proxy-core",
                        "proxy-keeper",
                        "proxy-swap",
                        "recorder-api",
                        "recorder-journal",
                        "recorder-log",
                        "shell",
                        "transport-aio",
                        "transport-api",
                        "transport-bio",
                        "transport-netty",
                        "transport-nio",
                        "transport-nio-pool",
                        "transport-nio-split")
                .map(OURS::concat)
                .toList();
        assertEquals(expected, new ArrayList<>(bundles().keySet()));
    }

    @TestFactory
    Stream<DynamicTest> apiBundlesExportTheirPackageAndProvidersNothing() throws IOException {
        return bundles().values().stream()
                .map(b -> DynamicTest.dynamicTest(b.name, () -> {
                    List<Clause> exports = b.clauses("Export-Package");
                    if (b.isApi() || b.name.equals(OURS + "proxy-keeper")) {
                        assertEquals(1, exports.size(), exports.toString());
                        assertTrue(exports.get(0).attribute("version") != null, "an export without a version");
                    } else {
                        assertEquals(List.of(), exports);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> bundlesImportApiPackagesOfOursOnlyAndNeverOptionally() throws IOException {
        return bundles().values().stream()
                .map(b -> DynamicTest.dynamicTest(
                        b.name,
                        () -> assertAll(b.clauses("Import-Package").stream().map(c -> () -> {
                            assertEquals(null, c.directive("resolution"), "optional: " + c.name());
                            if (c.name().startsWith(OURS)) {
                                boolean core = b.name.equals(OURS + "proxy-core")
                                        && c.name().equals(KEEPER);
                                assertTrue(core || APIS.contains(c.name()), b.name + " imports " + c.name());
                            }
                        }))));
    }

    @TestFactory
    Stream<DynamicTest> bundlesRequireNoBundleAndImportNothingOnDemand() throws IOException {
        return bundles().values().stream()
                .map(b -> DynamicTest.dynamicTest(b.name, () -> {
                    assertEquals(List.of(), b.clauses("Require-Bundle"));
                    assertEquals(List.of(), b.clauses("DynamicImport-Package"));
                    assertEquals(List.of(), b.clauses("Fragment-Host"));
                }));
    }

    /** Any other would pull the user of a service into the refresh of its provider. */
    @TestFactory
    Stream<DynamicTest> servicesAreRequiredInEffectOnly() throws IOException {
        return bundles().values().stream()
                .map(b -> DynamicTest.dynamicTest(
                        b.name,
                        () -> assertAll(b.clauses("Require-Capability").stream()
                                .filter(c -> c.name().equals("osgi.service"))
                                .map(c -> () -> assertEquals("active", c.directive("effective"), c.toString())))));
    }

    @Test
    void theKeeperImportsNothingOfOursAndNoComponentRuntime() throws IOException {
        BundleHeaders keeper = bundles().get(OURS + "proxy-keeper");
        assertEquals(
                List.of("org.osgi.framework"),
                keeper.clauses("Import-Package").stream().map(Clause::name).toList());
        assertEquals(null, keeper.headers.getValue("Service-Component"));
        assertEquals("org.penstock.proxy.keeper.internal.Activator", keeper.headers.getValue("Bundle-Activator"));
    }

    @Test
    void loggingIsTheHosts() throws IOException {
        for (BundleHeaders b : bundles().values()) {
            for (Clause c : b.clauses("Import-Package")) {
                if (c.name().equals("org.slf4j")) {
                    assertEquals("[1.7,3)", c.attribute("version"), b.name);
                }
            }
        }
    }
}
