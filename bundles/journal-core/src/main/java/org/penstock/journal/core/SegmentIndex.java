package org.penstock.journal.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds segments of a directory by what their headers say, reading as few headers as it can. Passes over files that are no
 * segments of this journal, and those made but not in use.
 *
 * <p>Threads: one at a time.
 */
final class SegmentIndex {
    /** A directory changed so lately may change again without its time telling. */
    private static final long CLOCK_TICK_MILLIS = 2_000;

    private final Path directory;
    private Long journalId;
    private long[] listed = {};
    private FileTime listedAt;

    /** A segment and its header. */
    record Located(Path path, SegmentHeader header) {}

    SegmentIndex(Path directory) {
        this.directory = directory;
    }

    /**
     * The last segment of those that fulfil a condition; the first of all where none does.
     *
     * @param condition that once not fulfilled is not by any later segment
     */
    Optional<Located> last(Predicate<SegmentHeader> condition) throws IOException {
        long[] numbers = SegmentCatalog.list(directory).numbers();
        int low = firstUsed(numbers);
        if (low == numbers.length) {
            return Optional.empty();
        }
        Optional<Located> best = used(numbers[low]);
        int high = numbers.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int probed = middle;
            Optional<Located> found = used(numbers[probed]);
            while (found.isEmpty() && probed > low) {
                found = used(numbers[--probed]);
            }
            if (found.isPresent() && !condition.test(found.get().header())) {
                high = probed - 1;
            } else {
                best = found.isPresent() ? found : best;
                low = middle + 1;
            }
        }
        return best;
    }

    private int firstUsed(long[] numbers) throws IOException {
        int i = 0;
        while (i < numbers.length && used(numbers[i]).isEmpty()) {
            i++;
        }
        return i;
    }

    /** The segment that follows; empty: there is none yet. */
    Optional<Located> after(SegmentHeader header) throws IOException {
        journalId = header.journalId();
        Optional<Located> next = used(header.number() + 1);
        if (next.isEmpty()) {
            listAgain();
        }
        int later = Math.abs(Arrays.binarySearch(listed, header.number()) + 1);
        for (int i = later; i < listed.length && next.isEmpty(); i++) {
            next = used(listed[i]);
        }
        return next;
    }

    /** Unless nothing came or went since: a tail asks often, and what is listed may be long. */
    private void listAgain() throws IOException {
        FileTime changed = Files.getLastModifiedTime(directory);
        boolean lately = System.currentTimeMillis() - changed.toMillis() < CLOCK_TICK_MILLIS;
        if (lately || !changed.equals(listedAt)) {
            listed = SegmentCatalog.list(directory).numbers();
            listedAt = changed;
        }
    }

    private Optional<Located> used(long number) throws IOException {
        Path path = path(number);
        try {
            if (SegmentFile.header(path) instanceof SegmentHeader.Used used
                    && (journalId == null || journalId == used.header().journalId())) {
                return Optional.of(new Located(path, used.header()));
            }
        } catch (NoSuchFileException e) {
            // deleted since it was listed, or not made yet
        }
        return Optional.empty();
    }

    private Path path(long number) {
        return directory.resolve(SegmentName.of(number));
    }
}
