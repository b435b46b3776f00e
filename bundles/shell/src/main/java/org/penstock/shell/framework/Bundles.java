package org.penstock.shell.framework;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** The framework's bundles, as an operator names them: by number, symbolic name, or where they were installed from. */
final class Bundles {
    private final BundleContext framework;

    Bundles(BundleContext framework) {
        this.framework = framework;
    }

    /** One that is to be started, and may have to be installed before. */
    interface Startable {
        String name();

        Bundle bundle() throws BundleException;
    }

    private record Present(Bundle bundle) implements Startable {
        @Override
        public String name() {
            return shown(bundle);
        }
    }

    private record Installable(BundleContext framework, String name) implements Startable {
        @Override
        public Bundle bundle() throws BundleException {
            return framework.installBundle(name);
        }
    }

    List<Bundle> all() {
        return List.of(framework.getBundles());
    }

    /** All of them, or none: with one that is not there, nothing is to be done with the others. */
    List<Bundle> named(String command, List<String> words) {
        return words.stream().map(word -> named(command, word)).distinct().toList();
    }

    private Bundle named(String command, String word) {
        List<Bundle> those = like(word);
        if (those.isEmpty()) {
            throw new IllegalStateException(command + ": no bundle " + word);
        }
        return only(command, word, those);
    }

    /** One that is not there yet, where the word is a URL. */
    Startable startable(String command, String word) {
        List<Bundle> those = like(word);
        if (!those.isEmpty()) {
            return new Present(only(command, word, those));
        }
        if (!Call.isUrl(word)) {
            throw new IllegalStateException(command + ": no bundle " + word);
        }
        return new Installable(framework, word);
    }

    private static Bundle only(String command, String word, List<Bundle> those) {
        if (those.size() > 1) {
            throw new IllegalStateException(command + ": several bundles are " + word + ": "
                    + those.stream().map(b -> Long.toString(b.getBundleId())).collect(Collectors.joining(", "))
                    + "; name one by its number");
        }
        return those.get(0);
    }

    private List<Bundle> like(String word) {
        if (word.matches("\\d{1,18}")) {
            Bundle bundle = framework.getBundle(Long.parseLong(word));
            return bundle == null ? List.of() : List.of(bundle);
        }
        return Arrays.stream(framework.getBundles())
                .filter(b -> word.equals(b.getSymbolicName()) || word.equals(b.getLocation()))
                .toList();
    }

    Bundle install(String url) throws BundleException {
        return framework.installBundle(url);
    }

    void update(Bundle bundle, String url) throws IOException, BundleException {
        try (InputStream content = new URL(url).openStream()) {
            bundle.update(content);
        }
    }

    /** An argument of a command as a word; a variable may hold a bundle. */
    static String word(Object argument) {
        return argument instanceof Bundle bundle
                ? Long.toString(bundle.getBundleId())
                : String.valueOf(argument).strip();
    }

    /** As messages name it. */
    static String shown(Bundle bundle) {
        return bundle.getSymbolicName() + " [" + bundle.getBundleId() + "]";
    }
}
