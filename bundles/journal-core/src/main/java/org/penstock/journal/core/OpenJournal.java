package org.penstock.journal.core;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;
import org.penstock.journal.api.Storage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal from its opening to its end: the parts, put together.
 *
 * <p>Threads: any. Two threads of its own run from opening to close: one writes, one makes segments and puts them away.
 */
final class OpenJournal implements Journal, Closeable {
    /** A storage has that long to finish, and so has the end; service component runtimes give up after five seconds. */
    private static final long FINISH_NANOS = TimeUnit.MILLISECONDS.toNanos(3_500);

    private static final Logger LOG = LoggerFactory.getLogger(OpenJournal.class);

    private final JournalConfig config;
    private final Recovery.Result recovered;
    private final RemovedSegments removed;
    private final Status status;
    private final Intake intake;
    private final JournalWriter writer;
    private final WriterThread thread;
    private volatile String storageName = "";

    private OpenJournal(JournalConfig config, DirectoryLock lock, Clocks clocks) throws IOException {
        this.config = config;
        this.recovered = Recovery.run(config.directory(), config.segmentSize());
        this.removed = new RemovedSegments(recovered.catalog());
        FilesThread filesThread = new FilesThread();
        JournalWriter.Parts parts = JournalWriter.Parts.of(recovered, config, clocks, filesThread);
        this.status = parts.status();
        this.intake = parts.intake();
        this.writer = new JournalWriter(parts, JournalWriter.Tuning.of(config));
        this.thread = new WriterThread(writer, parts.doze(), filesThread, lock);
    }

    /**
     * Opens the journal of a directory, or a new one there. It takes records once a storage is attached.
     *
     * @throws IOException another has it, or it cannot be read; nothing is left open
     */
    static OpenJournal open(JournalConfig config, Clocks clocks) throws IOException {
        createDirectory(config.directory());
        DirectoryLock lock = DirectoryLock.take(config.directory());
        try {
            OpenJournal journal = new OpenJournal(config, lock, clocks);
            journal.report();
            journal.thread.start();
            return journal;
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    private static void createDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path parent = directory.toAbsolutePath().getParent();
        try (FileChannel entry = FileChannel.open(parent, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    private void report() {
        String facts = "event=journal-opened directory=" + config.directory() + " id=" + id() + " segments="
                + recovered.catalog().count() + " next_position=" + recovered.nextPosition();
        if (recovered.skipped().isEmpty()) {
            LOG.info("{}", facts);
        } else {
            LOG.warn("{} skipped={}", facts, recovered.skipped());
        }
    }

    private String id() {
        return String.format("%016x", recovered.journalId());
    }

    /** Writes to that storage from now on; there is none now. */
    void attach(String name, Storage storage) {
        int alignment = storage.alignment();
        if (alignment > SegmentHeader.LENGTH || Integer.bitCount(alignment) != 1) {
            detach("storage " + name + " has alignment " + alignment + ", allowed is a power of two up to "
                    + SegmentHeader.LENGTH);
            return;
        }
        storageName = name;
        writer.attach(storage);
    }

    /** Lets go of the storage, within a bound; what is in memory waits for the next. */
    void detach(String why) {
        storageName = "";
        if (!Patience.await(writer.detach(why), FINISH_NANOS)) {
            LOG.error(
                    "event=storage-not-released directory={} detail=\"it did not finish in time\"", config.directory());
        }
    }

    /** Takes up what may change in an open journal. */
    void tune(JournalConfig newConfig) {
        writer.tune(JournalWriter.Tuning.of(newConfig));
    }

    @Override
    public Appender appender(AppendListener listener) {
        return new RingAppender(intake, listener);
    }

    @Override
    public JournalReader read(Start from) throws IOException {
        return DirectoryReader.open(config.directory(), from, status::readable);
    }

    @Override
    public JournalInfo info() {
        removed.look(); // whoever asks is told what is there
        Status.Standing standing = status.standing();
        SegmentCatalog catalog = recovered.catalog();
        return new JournalInfo(
                id(),
                config.directory(),
                storageName,
                standing.state(),
                standing.detail(),
                catalog.count(),
                firstPosition(),
                status.readable(),
                catalog.bytes(),
                status.records(),
                intake.ring().used(),
                status.refusals(),
                status.failures());
    }

    private long firstPosition() {
        SegmentCatalog catalog = recovered.catalog();
        try {
            for (OptionalLong n = catalog.oldest(); n.isPresent(); n = catalog.after(n.getAsLong())) {
                Optional<SegmentHeader> first = catalog.used(n.getAsLong());
                if (first.isPresent()) {
                    return first.get().firstPosition();
                }
            }
        } catch (IOException e) {
            LOG.debug("event=first-segment-unreadable directory={}", config.directory(), e);
        }
        return status.readable();
    }

    @Override
    public CompletionStage<Void> drain() {
        return writer.drain().minimalCompletionStage();
    }

    /** Writes what is in memory, within a bound; afterwards appenders answer null, and no thread or file is left. */
    @Override
    public void close() {
        CompletableFuture<Void> ended = writer.close(FINISH_NANOS);
        if (!Patience.await(ended, FINISH_NANOS + FINISH_NANOS / 10) || !thread.join(FINISH_NANOS / 10)) {
            LOG.error(
                    "event=journal-not-closed directory={} detail=\"the storage did not finish in time; the directory"
                            + " stays locked until it does\"",
                    config.directory());
            return;
        }
        LOG.info("event=journal-closed directory={} next_position={}", config.directory(), status.readable());
    }
}
