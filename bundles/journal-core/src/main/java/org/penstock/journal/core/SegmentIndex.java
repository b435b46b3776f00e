package org.penstock.journal.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds segments of a directory by what their headers say, reading as few headers as it can. Passes over files that are no
 * segments of this journal, and those made but not in use.
 *
 * <p>Threads: one at a time.
 */
final class SegmentIndex {
    private final Path directory;
    private Long journalId;

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
        long number = header.number();
        journalId = header.journalId();
        Optional<Located> next = used(number + 1);
        boolean madeAhead = Files.exists(path(number + 1)) && !Files.exists(path(number + 2));
        if (next.isPresent() || madeAhead) {
            return next;
        }
        for (long later : SegmentCatalog.list(directory).numbers()) {
            if (later > number && next.isEmpty()) {
                next = used(later);
            }
        }
        return next;
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
