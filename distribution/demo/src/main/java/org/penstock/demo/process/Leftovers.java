package org.penstock.demo.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/**
 * Temporary folders of processes that were killed. One goes where everything says that it is nobody's any more: its name
 * and its rights are those we give, it is this user's, it has a lock of ours that nobody holds, and no process works in it,
 * as what a killed process has started may do a while longer.
 */
final class Leftovers {
    private static final Path PROCESSES = Path.of("/proc");

    private final String prefix;
    private final UserPrincipal owner;

    /** @param owner whose they are */
    Leftovers(String prefix, UserPrincipal owner) {
        this.prefix = prefix;
        this.owner = owner;
    }

    /** Removes those that are in {@code parent}. What cannot be removed now is left to the next that looks. */
    void removeFrom(Path parent) {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, this::isNamedAsOurs)) {
            for (Path other : others) {
                remove(other);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // a folder that may be written and not be listed
        }
    }

    /** As {@link Files#createTempDirectory} names them. */
    private boolean isNamedAsOurs(Path folder) {
        String name = folder.getFileName().toString();
        return name.startsWith(prefix) && name.substring(prefix.length()).matches("\\d+");
    }

    private void remove(Path folder) {
        try {
            if (!isOurs(folder)) {
                return;
            }
            Optional<FolderLock> lock = FolderLock.takeOver(folder);
            if (lock.isPresent()) {
                try (FolderLock taken = lock.get()) {
                    if (!isWorkedIn(taken.folder())) {
                        TemporaryFolder.remove(taken.folder());
                    }
                }
            }
        } catch (IOException e) {
            // it goes at this moment, or something is at work in it
        }
    }

    private boolean isOurs(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)
                && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS)
                        .equals(PosixFilePermissions.fromString(TemporaryFolder.RIGHTS));
    }

    /**
     * Whatever we start has its working folder there, and so has the leash it is on.
     *
     * @throws IOException it cannot be told
     */
    private static boolean isWorkedIn(Path folder) throws IOException {
        Path real = folder.toRealPath();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                if (workingFolder(process).filter(at -> at.startsWith(real)).isPresent()) {
                    return true;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return false;
    }

    /** Empty: it is gone, or another user's, who cannot be in a folder of ours. */
    private static Optional<Path> workingFolder(Path process) {
        try {
            return Optional.of(Files.readSymbolicLink(process.resolve("cwd")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
