package org.penstock.config.files;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.penstock.log.support.Reason;

/**
 * What FileInstall asks first about a file: gives what is fit to FileInstall's own reader, and keeps back the rest, so that
 * the last good configuration stays in force.
 *
 * <p>Threads: FileInstall's, one at a time, but for {@link #problems} and {@link #retry}. Nothing is thrown to FileInstall,
 * which would log a stack for a slip of the pen.
 */
final class Gate implements ArtifactInstaller {
    private final Supplier<Optional<ArtifactInstaller>> reader;
    private final UnaryOperator<String> known;
    private final Set<File> taken = ConcurrentHashMap.newKeySet();
    private final Map<File, String> problems = new ConcurrentHashMap<>();

    /**
     * @param reader FileInstall's own, where it is in service
     * @param known what a variable stands for; null: nothing
     */
    Gate(Supplier<Optional<ArtifactInstaller>> reader, UnaryOperator<String> known) {
        this.reader = reader;
        this.known = known;
    }

    /** What was kept back, and why. */
    Map<File, String> problems() {
        return Map.copyOf(problems);
    }

    @Override
    public boolean canHandle(File file) {
        return file.getName().endsWith(FileName.ENDING) && reader.get().isPresent();
    }

    @Override
    public void install(File file) {
        take(file);
    }

    @Override
    public void update(File file) {
        take(file);
    }

    private synchronized void take(File file) {
        if (!(FileName.of(file.getName()) instanceof FileName.Configuration)) {
            return;
        }
        Content content = Content.of(file.toPath(), known);
        if (content instanceof Content.Unfit unfit) {
            problems.put(file, unfit.why());
        } else if (content instanceof Content.Fit) {
            give(file);
        }
    }

    private void give(File file) {
        Optional<ArtifactInstaller> to = reader.get();
        if (to.isEmpty()) {
            problems.put(file, "it is not read: FileInstall is not in service");
            return;
        }
        try {
            to.get().install(file);
            taken.add(file);
            problems.remove(file);
        } catch (Exception e) { // whatever its reader throws
            problems.put(file, "it is not read: " + Reason.of(e));
        }
    }

    /** A change of rights is none of the file: nobody else would look at it again. */
    void retry() {
        problems.forEach((file, why) -> {
            Path path = file.toPath();
            if (why.equals(Content.UNREADABLE) && Files.isReadable(path)) {
                take(file);
            }
        });
    }

    @Override
    public synchronized void uninstall(File file) throws Exception {
        problems.remove(file);
        Optional<ArtifactInstaller> to = reader.get();
        if (taken.remove(file) && to.isPresent()) {
            to.get().uninstall(file);
        }
    }
}
