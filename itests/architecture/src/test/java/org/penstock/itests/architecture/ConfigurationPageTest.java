package org.penstock.itests.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** docs/configuration.md has a section for each configuration that a bundle describes, with its keys and defaults. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../../docs/configuration.md");
    private static final String METATYPE = "OSGI-INF/metatype/";
    private static final Pattern ROW = Pattern.compile("(?m)^\\|([^|]+)\\|([^|]*)\\|.+\\|$");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    @TestFactory
    Stream<DynamicTest> eachConfigurationIsOnThePageWithItsKeysAndDefaults() throws Exception {
        Map<String, Map<String, String>> described = described();
        assertTrue(described.size() >= 5, () -> "found " + described.keySet());
        String page = Files.readString(PAGE);
        return described.entrySet().stream()
                .map(e -> DynamicTest.dynamicTest(
                        e.getKey(), () -> assertEquals(e.getValue(), onPage(page, e.getKey()))));
    }

    /** FileInstall takes what follows a file's first {@code -} for an instance's name. */
    @Test
    void noNameOfAFileIsTakenApart() throws Exception {
        assertEquals(
                List.of(),
                described().keySet().stream().filter(pid -> pid.contains("-")).toList());
    }

    /** Keys and defaults in the rows of the section whose heading names the file. */
    private static Map<String, String> onPage(String page, String pid) {
        String section = Stream.of(page.split("(?m)^## "))
                .filter(s -> s.lines().findFirst().orElse("").contains("`" + pid))
                .findFirst()
                .orElse("");
        Map<String, String> keys = new TreeMap<>();
        ROW.matcher(section)
                .results()
                .forEach(row -> quoted(row.group(1))
                        .forEach(key -> keys.put(key, otherwise(row.group(2).strip()))));
        return keys;
    }

    private static String otherwise(String cell) {
        List<String> values = quoted(cell);
        // a default that depends on something else is told in words
        return values.size() == 1 && cell.equals("`" + values.get(0) + "`") ? values.get(0) : "";
    }

    private static List<String> quoted(String cell) {
        return QUOTED.matcher(cell).results().map((MatchResult m) -> m.group(1)).toList();
    }

    /** What the bundles' metatype says: by PID, keys and defaults. */
    private static Map<String, Map<String, String>> described() throws Exception {
        Map<String, Map<String, String>> found = new TreeMap<>();
        for (URL url :
                Collections.list(ConfigurationPageTest.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
            for (URL description : descriptions(url)) {
                try (InputStream in = description.openStream()) {
                    Document xml = DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(in);
                    found.put(pid(xml), keys(xml));
                }
            }
        }
        return found;
    }

    private static List<URL> descriptions(URL manifest) throws IOException {
        List<URL> files = new ArrayList<>();
        URI root = URI.create(manifest.toString().replace("META-INF/MANIFEST.MF", ""));
        if (manifest.openConnection() instanceof JarURLConnection jar) {
            try (JarFile file = new JarFile(jar.getJarFile().getName())) {
                for (JarEntry entry : Collections.list(file.entries())) {
                    if (isOurs(file) && entry.getName().matches(METATYPE + ".+\\.xml")) {
                        files.add(new URL(root + entry.getName()));
                    }
                }
            }
        } else if (Files.isDirectory(Path.of(root.resolve(METATYPE)))) {
            try (Stream<Path> listed = Files.list(Path.of(root.resolve(METATYPE)))) {
                for (Path file : listed.toList()) {
                    files.add(file.toUri().toURL());
                }
            }
        }
        return files;
    }

    private static boolean isOurs(JarFile jar) throws IOException {
        String name = jar.getManifest().getMainAttributes().getValue("Bundle-SymbolicName");
        return name != null && name.startsWith("org.penstock.");
    }

    private static String pid(Document xml) {
        Element designate = (Element) xml.getElementsByTagName("Designate").item(0);
        return designate.hasAttribute("pid") ? designate.getAttribute("pid") : designate.getAttribute("factoryPid");
    }

    private static Map<String, String> keys(Document xml) {
        Map<String, String> keys = new TreeMap<>();
        NodeList attributes = xml.getElementsByTagName("AD");
        for (int i = 0; i < attributes.getLength(); i++) {
            Element attribute = (Element) attributes.item(i);
            keys.put(attribute.getAttribute("id"), attribute.getAttribute("default"));
        }
        return keys;
    }
}
