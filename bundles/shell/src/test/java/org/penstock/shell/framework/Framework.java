package org.penstock.shell.framework;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.FrameworkFactory;
import org.penstock.shell.socket.Lines;

/** A real framework, with bundles that have a manifest and nothing else, and a real Gogo before it. */
final class Framework implements AutoCloseable {
    /** What came of a line. */
    record Answer(int status, String out, String err) {}

    private final Path folder;
    private final org.osgi.framework.launch.Framework felix;
    private final FrameworkCommands commands;

    Framework(Path folder) throws BundleException {
        this.folder = folder;
        felix = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString(), "felix.log.level", "0"));
        felix.start();
        commands = new FrameworkCommands(felix.getBundleContext());
    }

    Answer run(String line) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandProcessorImpl processor = new CommandProcessorImpl(null);
        try (CommandSession session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, err)) {
            commands.into(session);
            session.put("_cwd", new File(folder.toString()));
            session.put("first", felix.getBundleContext().getBundle(1));
            int status = Lines.execute(session, line, err);
            return new Answer(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }

    /** A jar of that name in the framework's folder. */
    Path jar(String file, String symbolicName, String version, String... more) throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, symbolicName);
        headers.putValue(Constants.BUNDLE_VERSION, version);
        for (int i = 0; i < more.length; i += 2) {
            headers.putValue(more[i], more[i + 1]);
        }
        Path path = folder.resolve(file);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(path), manifest)) {
            jar.finish();
        }
        return path;
    }

    Bundle install(Path jar) throws BundleException {
        return felix.getBundleContext().installBundle(jar.toUri().toString());
    }

    /** Null: there is none of that name. */
    Bundle bundle(String symbolicName) {
        for (Bundle bundle : felix.getBundleContext().getBundles()) {
            if (symbolicName.equals(bundle.getSymbolicName())) {
                return bundle;
            }
        }
        return null;
    }

    @Override
    public void close() throws Exception {
        felix.stop();
        felix.waitForStop(0);
    }
}
