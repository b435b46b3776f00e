package org.penstock.itests.container;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ops4j.pax.exam.Option;

/** What users get, at its own start levels, in the framework of a test. */
final class Distribution {
    /** System property: where the distribution has been unpacked. */
    private static final String DIST = "itest.dist";

    private static final Pattern BUNDLE = Pattern.compile("\"\\$\\{penstock.home.url\\}/bundle/([^\"]+)\"");

    private Distribution() {}

    /** Every bundle, as its own configuration starts it. */
    static Option asConfigured() {
        Path dist = Path.of(System.getProperty(DIST)).toAbsolutePath();
        Properties config = new Properties();
        try (var in = Files.newInputStream(dist.resolve("conf/config.properties"))) {
            config.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Option> options = new ArrayList<>();
        for (String key : config.stringPropertyNames()) {
            boolean starts = key.startsWith("felix.auto.start.");
            if (starts || key.startsWith("felix.auto.install.")) { // what is installed only are fragments
                int level = Integer.parseInt(key.substring(key.lastIndexOf('.') + 1));
                Matcher m = BUNDLE.matcher(config.getProperty(key));
                while (m.find()) {
                    var bundle =
                            bundle("file:" + dist + "/bundle/" + m.group(1)).startLevel(level);
                    options.add(starts ? bundle : bundle.noStart());
                }
            }
        }
        options.add(systemProperty(DIST).value(dist.toString()));
        options.add(systemProperty("penstock.data")
                .value(dist.resolveSibling("itest-data").toString()));
        options.add(frameworkProperty("penstock.data")
                .value(dist.resolveSibling("itest-data").toString()));
        options.add(frameworkProperty("org.osgi.framework.startlevel.beginning")
                .value(config.getProperty("org.osgi.framework.startlevel.beginning")));
        options.add(
                systemProperty("org.ops4j.pax.logging.DefaultServiceLog.level").value("ERROR"));
        options.add(frameworkProperty("gosh.args").value("--nointeractive"));
        options.add(junitBundles());
        return composite(options.toArray(Option[]::new));
    }

    /** The jar of one of our bundles. */
    static Path jar(String artifact) {
        return Path.of(System.getProperty(DIST), "bundle", artifact + ".jar");
    }
}
