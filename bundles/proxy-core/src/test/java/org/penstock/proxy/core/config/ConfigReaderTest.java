package org.penstock.proxy.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.FrameworkUtil;
import org.penstock.transport.api.WritePolicy;

class ConfigReaderTest {
    private static final String FILE = "org.penstock.proxy-demo.cfg";

    private static Map<String, Object> minimal() {
        Map<String, Object> d = new HashMap<>();
        d.put("listen", "127.0.0.1:3307");
        d.put("backend", "db.example:3306");
        d.put("service.pid", "org.penstock.proxy~demo");
        d.put("service.factoryPid", "org.penstock.proxy");
        d.put("felix.fileinstall.filename", "file:/opt/penstock/etc/" + FILE);
        return d;
    }

    private static ConfigReader.Result read(Map<String, Object> d) {
        return ConfigReader.read("org.penstock.proxy~demo", FrameworkUtil.asDictionary(d));
    }

    private static ProxyConfig good(Map<String, Object> d) {
        return assertInstanceOf(ConfigReader.Result.Good.class, read(d)).config();
    }

    private static ProxyConfig with(String key, Object value) {
        Map<String, Object> d = minimal();
        d.put(key, value);
        return good(d);
    }

    private static List<String> problems(Map<String, Object> d) {
        return assertInstanceOf(ConfigReader.Result.Bad.class, read(d)).problems();
    }

    @Test
    void whatIsNotSetHasItsDefault() {
        assertEquals(
                new ProxyConfig(
                        "demo",
                        FILE,
                        new Endpoint("127.0.0.1", 3307),
                        new Endpoint("db.example", 3306),
                        "none",
                        List.of("nio"),
                        new Recording(List.of(), RecordLevel.OFF, Overload.BLOCK, false),
                        new Limits(
                                10_000,
                                Duration.ofSeconds(5),
                                Duration.ZERO,
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(5)),
                        new Tuning(0, 131_072, 0, 0, new WritePolicy(1, 0), 1, 0)),
                good(minimal()));
    }

    /** One of each way of writing that docs/configuration.md has: every choice, a name of each kind, every unit. */
    @ParameterizedTest
    @CsvSource({
        "protocol,mysql",
        "protocol,none",
        "transport,nio",
        "transport,'bio, netty-io_uring'",
        "recorder,journal",
        "recorder,'journal,log'",
        "record.level,off",
        "record.level,exchanges",
        "record.level,full",
        "record.overload,block",
        "record.overload,drop",
        "record.overload,fail",
        "record.opaque,lengths",
        "record.opaque,bytes",
        "connect.timeout,5ms",
        "connect.timeout,5s",
        "idle.timeout,5m",
        "drain.timeout,5h",
        "park.timeout,5d",
        "read.buffer,8k",
        "socket.sndbuf,8m",
        "write.copy-limit,1m",
        "write.high-water,128k",
    })
    void whatIsWrittenAsDocumentedIsTakenAndInCapitalsToldWithWhatIsAllowed(String key, String value) {
        Map<String, Object> d = minimal();
        d.put("recorder", "journal");
        d.put(key, value);
        good(d);
        String small = value.replaceFirst("^[^a-z]+", "");
        String first = value.replace(small, small.substring(0, 1).toUpperCase(Locale.ROOT) + small.substring(1));
        for (String other : List.of(value.toUpperCase(Locale.ROOT), first)) {
            d.put(key, other);
            List<String> problems = problems(d);
            assertEquals(1, problems.size(), problems::toString);
            assertTrue(
                    problems.get(0).startsWith(FILE + ": " + key + " = " + other + ": not allowed; allowed is "),
                    problems.get(0));
        }
    }

    private static Stream<String> keys() {
        return KnownKeys.all().stream();
    }

    /** What was to be there, and is not, is something else than what was never meant to be: a variable of somebody's template. */
    @ParameterizedTest
    @MethodSource("keys")
    void aKeyWithoutAValueIsToldWithWhatIsAllowed(String key) {
        for (Object nothing : List.<Object>of("", "  \t", List.of(), new String[0], new String[] {""})) {
            Map<String, Object> d = minimal();
            d.put(key, nothing);
            List<String> problems = problems(d);
            assertEquals(1, problems.size(), problems::toString);
            assertTrue(problems.get(0).startsWith(FILE + ": " + key + " has no value; allowed is "), problems.get(0));
        }
    }

    @Test
    void whatNeedsNoKeyIsSaid() {
        Map<String, Object> d = minimal();
        d.put("recorder", "");
        d.put("listen", "");
        assertEquals(
                List.of(
                        FILE + ": listen has no value; allowed is HOST:PORT with a port from 1 to 65535, for example"
                                + " 127.0.0.1:3306",
                        FILE + ": recorder has no value; allowed is different names of lower-case letters, digits, '.',"
                                + " '_' and '-', separated by commas; or leave the key out"),
                problems(d));
    }

    @Test
    void everyKeyIsRead() {
        Map<String, Object> d = minimal();
        d.put("listen", "[::1]:13306");
        d.put("backend", "10.0.0.7:65535");
        d.put("protocol", "mysql");
        d.put("transport", "bio, nio");
        d.put("recorder", "journal,log");
        d.put("record.level", "full");
        d.put("record.overload", "drop");
        d.put("record.opaque", "bytes");
        d.put("sessions.max", "7");
        d.put("connect.timeout", "250ms");
        d.put("idle.timeout", "2h");
        d.put("drain.timeout", "0");
        d.put("park.timeout", "1m");
        d.put("hold.timeout", "3s");
        d.put("strands", "4");
        d.put("read.buffer", "8k");
        d.put("socket.sndbuf", "1m");
        d.put("socket.rcvbuf", "65536");
        d.put("write.spin", "8");
        d.put("write.copy-limit", "32k");
        d.put("write.high-water", "64k");
        d.put("write.low-water", "32k");
        assertEquals(
                new ProxyConfig(
                        "demo",
                        FILE,
                        new Endpoint("::1", 13306),
                        new Endpoint("10.0.0.7", 65535),
                        "mysql",
                        List.of("bio", "nio"),
                        new Recording(List.of("journal", "log"), RecordLevel.FULL, Overload.DROP, true),
                        new Limits(
                                7,
                                Duration.ofMillis(250),
                                Duration.ofHours(2),
                                Duration.ZERO,
                                Duration.ofMinutes(1),
                                Duration.ofSeconds(3)),
                        new Tuning(4, 8_192, 1 << 20, 65_536, new WritePolicy(8, 32_768), 65_536, 32_768)),
                good(d));
    }

    @Test
    void aRecorderAloneRecordsExchanges() {
        assertEquals(
                RecordLevel.EXCHANGES, with("recorder", "journal").recording().level());
    }

    @Test
    void typedConfigurationsAreReadLikeText() {
        assertEquals(
                List.of("bio", "nio"),
                with("transport", new String[] {"bio", "nio"}).transports());
        assertEquals(
                List.of("bio", "nio"), with("transport", List.of("bio", "nio")).transports());
        assertEquals(12, with("sessions.max", 12).limits().sessions());
    }

    @Test
    void keysOfTheFrameworkAreNoneOfOurs() {
        Map<String, Object> d = minimal();
        d.put("service.bundleLocation", "?");
        d.put("felix.fileinstall.bundleid", 7);
        d.put("component.id", 3);
        d.put("org.apache.karaf.features.configKey", "x");
        good(d);
    }

    @ParameterizedTest
    @CsvSource({
        "listen,3306,'HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306'",
        "listen,127.0.0.1:0,'HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306'",
        "listen,127.0.0.1:65536,'HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306'",
        "listen,::1:3306,'HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306'",
        "backend,db.example:,'HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306'",
        "backend,db example:1,'HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306'",
        "backend,127.0.0.1:3307,'another address than listen: the proxy would connect to itself'",
        "protocol,my sql,'a name of lower-case letters, digits, ''.'', ''_'' and ''-'''",
        "transport,'nio,,bio','different names of lower-case letters, digits, ''.'', ''_'' and ''-'', separated by commas'",
        "transport,'nio,nio','different names of lower-case letters, digits, ''.'', ''_'' and ''-'', separated by commas'",
        "recorder,'journal;log','different names of lower-case letters, digits, ''.'', ''_'' and ''-'', separated by commas'",
        "record.level,all,'off, exchanges, full'",
        "record.level,full,'off, as long as recorder names none'",
        "record.overload,wait,'block, drop, fail'",
        "record.opaque,yes,'lengths, bytes'",
        "read.buffer,8kb,'bytes from 1024 to 131072, k, m or g may follow'",
        "read.buffer,8 k,'bytes from 1024 to 131072, k, m or g may follow'",
        "park.timeout,3 s,'at least 1ms: a number with ms, s, m, h or d, for example 30s'",
        "sessions.max,0,'a whole number from 1 to 1000000'",
        "sessions.max,1000001,'a whole number from 1 to 1000000'",
        "sessions.max,many,'a whole number from 1 to 1000000'",
        "sessions.max,99999999999,'a whole number from 1 to 1000000'",
        "strands,-1,'a whole number from 0 to 1024'",
        "strands,1025,'a whole number from 0 to 1024'",
        "connect.timeout,0,'at least 1ms: a number with ms, s, m, h or d, for example 30s'",
        "connect.timeout,5,'at least 1ms: a number with ms, s, m, h or d, for example 30s'",
        "idle.timeout,-5s,'0 for no limit, or a number with ms, s, m, h or d, for example 30s'",
        "idle.timeout,1000d,'0 for no limit, or a number with ms, s, m, h or d, for example 30s'",
        "drain.timeout,soon,'0 for no limit, or a number with ms, s, m, h or d, for example 30s'",
        "park.timeout,0ms,'at least 1ms: a number with ms, s, m, h or d, for example 30s'",
        "hold.timeout,1.5s,'at least 1ms: a number with ms, s, m, h or d, for example 30s'",
        "read.buffer,512,'bytes from 1024 to 131072, k, m or g may follow'",
        "read.buffer,256k,'bytes from 1024 to 131072, k, m or g may follow'",
        "socket.sndbuf,1t,'bytes from 0 to 268435456, k, m or g may follow'",
        "socket.sndbuf,9999999999g,'bytes from 0 to 268435456, k, m or g may follow'",
        "socket.rcvbuf,-1,'bytes from 0 to 268435456, k, m or g may follow'",
        "write.spin,0,a whole number from 1 to 64",
        "write.spin,65,a whole number from 1 to 64",
        "write.spin,always,a whole number from 1 to 64",
        "write.copy-limit,-1,'bytes from 0 to 1048576, k, m or g may follow'",
        "write.copy-limit,2m,'bytes from 0 to 1048576, k, m or g may follow'",
        "write.high-water,0,'bytes from 1 to 268435456, k, m or g may follow'",
        "write.low-water,16k,'less than write.high-water, which is 1'",
    })
    void aBadValueGivesOneLineWithFileKeyValueAndWhatIsAllowed(String key, String value, String allowed) {
        Map<String, Object> d = minimal();
        d.put(key, value);
        List<String> problems = problems(d);
        String shown = key.equals("write.low-water") ? "16384" : value;
        assertEquals(List.of(FILE + ": " + key + " = " + shown + ": not allowed; allowed is " + allowed), problems);
    }

    @ParameterizedTest
    @ValueSource(strings = {"listen", "backend"})
    void aKeyThatMustBeThereIsMissed(String key) {
        Map<String, Object> d = minimal();
        d.remove(key);
        assertEquals(
                List.of(FILE + ": " + key
                        + " is missing; allowed is HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306"),
                problems(d));
    }

    @Test
    void anUnknownKeyIsToldWithAllKnownOnes() {
        Map<String, Object> d = minimal();
        d.put("transprot", "nio");
        List<String> problems = problems(d);
        assertEquals(1, problems.size());
        assertTrue(
                problems.get(0).startsWith(FILE + ": transprot = nio: unknown key; allowed are backend, "),
                problems.get(0));
        for (String known : List.of("transport", "record.opaque", "write.low-water", "park.timeout", "sessions.max")) {
            assertTrue(problems.get(0).contains(known), known);
        }
    }

    @Test
    void severalMistakesAreToldAtOnceALineEach() {
        Map<String, Object> d = minimal();
        d.remove("backend");
        d.put("sessions.max", "0");
        d.put("record.level", "loud");
        d.put("colour", "blue");
        List<String> problems = problems(d);
        assertEquals(4, problems.size(), problems.toString());
        problems.forEach(p -> assertTrue(p.startsWith(FILE + ": ") && p.contains("allowed") && !p.contains("\n"), p));
    }

    @ParameterizedTest
    @CsvSource({
        "org.penstock.proxy~demo,demo",
        "org.penstock.proxy~a-b.c,a-b.c",
        "org.penstock.proxy.5f2c,5f2c",
    })
    void thePidNamesTheProxy(String pid, String name) {
        assertEquals(name, ConfigReader.proxyName(pid));
    }

    @Test
    void withoutAFileMessagesNameThePid() {
        Map<String, Object> d = new HashMap<>();
        assertTrue(problems(d).get(0).startsWith("org.penstock.proxy~demo: listen is missing"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\nERROR forged", "a\r\nb", "\u001b[2J", "a\u0000b", "a\u0085b", "a\u2028b", "\u202e", "\ud800"
            })
    void aMistakeIsOneLineOfPrintableTextWhateverIsInTheFile(String text) {
        Map<String, Object> d = minimal();
        d.put("drain.timeout", text);
        d.put("x" + text, text);
        List<String> problems = problems(d);
        assertEquals(2, problems.size());
        for (String problem : problems) {
            assertTrue(problem.codePoints().noneMatch(ConfigReaderTest::isUnprintable), problem);
        }
    }

    private static boolean isUnprintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    @Test
    void ofALongKeyOrValueTheBeginningIsShown() {
        Map<String, Object> d = minimal();
        d.put("x".repeat(5_000), "y".repeat(5_000));
        assertTrue(problems(d).get(0).length() < 1_000);
    }

    @Test
    void ofWhatIsNoConfigurationAtAllTheFirstMistakesAreTold() {
        Map<String, Object> d = minimal();
        d.remove("listen");
        for (int i = 0; i < 500; i++) {
            d.put("key" + i, "");
        }
        List<String> problems = problems(d);
        assertEquals(10, problems.size());
        assertTrue(problems.get(0).contains("listen is missing"));
        assertEquals(FILE + ": 492 more mistakes", problems.get(9));
    }

    /** What some editors write before the first key. */
    @Test
    void aByteOrderMarkIsToldAsWhatItIs() {
        Map<String, Object> d = minimal();
        d.put("\uFEFFprotocol", "mysql");
        assertEquals(
                List.of(FILE
                        + ": begins with a byte order mark, which hides its first key protocol; allowed is UTF-8 without"
                        + " one"),
                problems(d));
    }

    @Test
    void aByteOrderMarkIsToldBeforeTheKeyThatIsMissingForIt() {
        Map<String, Object> d = minimal();
        d.put("\uFEFFlisten", d.remove("listen"));
        assertTrue(problems(d).get(0).contains("byte order mark"), problems(d).toString());
    }
}
