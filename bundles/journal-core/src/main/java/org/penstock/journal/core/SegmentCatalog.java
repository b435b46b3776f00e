package org.penstock.journal.core;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Which segment files a directory holds, by number, with their sizes.
 *
 * <p>Threads: any; short locks, taken when a segment comes or goes. Listing costs names and sizes; headers are read where
 * someone needs one.
 */
final class SegmentCatalog {
    private final Path directory;
    private final TreeMap<Long, Long> sizes = new TreeMap<>();
    private long bytes;

    private SegmentCatalog(Path directory) {
        this.directory = directory;
    }

    static SegmentCatalog list(Path directory) throws IOException {
        SegmentCatalog catalog = new SegmentCatalog(directory);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.journal")) {
            for (Path file : files) {
                OptionalLong number = SegmentName.number(file);
                if (number.isPresent()) {
                    catalog.addIfThere(file, number.getAsLong());
                }
            }
        }
        return catalog;
    }

    private void addIfThere(Path file, long number) throws IOException {
        try {
            add(number, Files.size(file));
        } catch (NoSuchFileException e) {
            // retention was faster than the listing
        }
    }

    Path path(long number) {
        return directory.resolve(SegmentName.of(number));
    }

    synchronized void add(long number, long size) {
        Long before = sizes.put(number, size);
        bytes += size - (before == null ? 0 : before);
    }

    /** Whether it was listed. */
    synchronized boolean remove(long number) {
        Long size = sizes.remove(number);
        bytes -= size == null ? 0 : size;
        return size != null;
    }

    /**
     * What a segment in use says of itself. Empty: it is not in use, its header cannot be read, or somebody has removed the
     * file.
     */
    Optional<SegmentHeader> used(long number) throws IOException {
        try {
            return SegmentFile.header(path(number)) instanceof SegmentHeader.Used found
                    ? Optional.of(found.header())
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Forgets segments whose files are not in the directory any more, though nobody here has removed them: whoever does,
     * takes them from the catalog first.
     *
     * @return their numbers, in order
     */
    List<Long> forgetMissing() throws IOException {
        long[] known = numbers(); // before the listing: what comes meanwhile is not missing
        long[] there = listed();
        return Arrays.stream(known)
                .filter(number -> Arrays.binarySearch(there, number) < 0)
                .filter(this::remove)
                .boxed()
                .toList();
    }

    private long[] listed() throws IOException {
        try {
            return list(directory).numbers();
        } catch (NoSuchFileException e) {
            return new long[0]; // the directory went with them
        }
    }

    /** The numbers in order. */
    synchronized long[] numbers() {
        return sizes.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    /** The lowest number; empty: there is no segment. */
    synchronized OptionalLong oldest() {
        return of(sizes.firstEntry());
    }

    /** The lowest number above another. */
    synchronized OptionalLong after(long number) {
        return of(sizes.higherEntry(number));
    }

    private static OptionalLong of(Map.Entry<Long, Long> entry) {
        return entry == null ? OptionalLong.empty() : OptionalLong.of(entry.getKey());
    }

    synchronized int count() {
        return sizes.size();
    }

    synchronized long size(long number) {
        return sizes.getOrDefault(number, 0L);
    }

    synchronized long bytes() {
        return bytes;
    }
}
