package org.penstock.benchmarks.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Debian packages: which are missing, and installing them where this user may. */
public final class DebianPackages {
    /** Asked by every package's scripts before they start a service (invoke-rc.d(8)). */
    private static final Path SERVICE_POLICY = Path.of("/usr/sbin/policy-rc.d");

    private static final String NEVER_START = "#!/bin/sh\nexit 101\n";

    private DebianPackages() {}

    /** Those not installed. None on a system without dpkg: there, starting a command shows whether it exists. */
    public static Set<String> missing(Collection<String> packages) throws IOException, InterruptedException {
        Set<String> missing = new TreeSet<>();
        if (Files.isExecutable(Path.of("/usr/bin/dpkg-query"))) {
            for (String name : packages) {
                Tool.Answer answer = Tool.run(List.of("dpkg-query", "-W", "-f", "${db:Status-Status}", name));
                if (answer.status() != 0 || !answer.output().equals("installed")) {
                    missing.add(name);
                }
            }
        }
        return missing;
    }

    /**
     * Installs packages without starting the services in them.
     *
     * @return empty when done, else why not, in one line
     */
    public static String install(Collection<String> packages) throws IOException, InterruptedException {
        String how = "apt-get install " + String.join(" ", packages);
        if (!Tool.run(List.of("id", "-u")).lastLine().equals("0")) {
            return "this user may not install packages; as root: " + how;
        }
        List<String> install = new ArrayList<>(List.of("apt-get", "-qq", "install", "-y", "--no-install-recommends"));
        install.addAll(packages);
        boolean ours = forbidServices();
        try {
            Tool.Answer update = Tool.run(List.of("apt-get", "-qq", "update"));
            Tool.Answer answer = Tool.run(install);
            // an old package list may do: only what cannot be installed matters
            return answer.status() == 0 ? "" : how + ": " + (update.status() == 0 ? answer : update).lastLine();
        } finally {
            if (ours) {
                Files.deleteIfExists(SERVICE_POLICY);
            }
        }
    }

    /** Puts the policy there, until this process ends at the latest; false where the machine has its own. */
    private static boolean forbidServices() throws IOException {
        if (Files.exists(SERVICE_POLICY)) {
            return false;
        }
        Files.writeString(SERVICE_POLICY, NEVER_START);
        Files.setPosixFilePermissions(SERVICE_POLICY, PosixFilePermissions.fromString("rwxr-xr-x"));
        SERVICE_POLICY.toFile().deleteOnExit();
        return true;
    }
}
