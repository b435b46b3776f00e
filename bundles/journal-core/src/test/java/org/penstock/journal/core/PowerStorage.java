package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.BufferUtil;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/**
 * A storage whose machine can crash: then each sector written and not synced is as it was before, or as it was written, as
 * chance has it. Checks that writes keep to its alignment, in the file and in memory.
 */
final class PowerStorage implements Storage {
    private static final int SECTOR = 512;

    private final Storage storage = new LazyStorage();
    private final int alignment;
    private final List<Disk> open = new ArrayList<>();
    private final Map<Path, List<Sector>> unsynced = new HashMap<>();

    PowerStorage(int alignment) {
        this.alignment = alignment;
    }

    /** The process is gone: its files are closed, what it wrote stays. */
    void killProcess() throws IOException {
        for (Disk disk : List.copyOf(open)) {
            disk.close();
        }
    }

    /** The machine is gone. */
    void cutPower(Random chance) throws IOException {
        killProcess();
        for (Map.Entry<Path, List<Sector>> file : unsynced.entrySet()) {
            revert(file.getKey(), file.getValue(), chance);
        }
        unsynced.clear();
    }

    private static void revert(Path path, List<Sector> undo, Random chance) throws IOException {
        if (undo.isEmpty() || !Files.exists(path)) {
            return;
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            for (int i = undo.size() - 1; i >= 0; i--) {
                if (chance.nextBoolean()) {
                    file.write(
                            ByteBuffer.wrap(undo.get(i).before()), undo.get(i).at());
                }
            }
        }
    }

    @Override
    public Segment create(Path path, long size) throws IOException {
        return track(path, storage.create(path, size));
    }

    @Override
    public Segment open(Path path) throws IOException {
        return track(path, storage.open(path));
    }

    private Segment track(Path path, Segment segment) {
        Disk disk = new Disk(path, segment);
        open.add(disk);
        return disk;
    }

    @Override
    public int alignment() {
        return alignment;
    }

    private record Sector(long at, byte[] before) {}

    private final class Disk implements Segment {
        private final Segment segment;
        private final List<Sector> undo; // all who have the file open write to the same pages

        Disk(Path path, Segment segment) {
            this.segment = segment;
            this.undo = unsynced.computeIfAbsent(path, each -> new ArrayList<>());
        }

        @Override
        public long size() {
            return segment.size();
        }

        @Override
        public void write(long at, ByteBuffer b) throws IOException {
            check(at, "place");
            check(b.remaining(), "length");
            check(BufferUtil.address(b) + b.position(), "address");
            long last = at + b.remaining();
            for (long sector = at / SECTOR * SECTOR; sector < last; sector += SECTOR) {
                ByteBuffer before = ByteBuffer.allocate(SECTOR);
                segment.read(sector, before);
                undo.add(new Sector(sector, before.array()));
            }
            segment.write(at, b);
        }

        private void check(long value, String what) {
            if (value % alignment != 0) {
                throw new AssertionError(what + " " + value + " is no multiple of " + alignment);
            }
        }

        @Override
        public void sync() throws IOException {
            segment.sync();
            undo.clear();
        }

        @Override
        public int read(long at, ByteBuffer b) throws IOException {
            check(at, "place");
            check(b.remaining(), "length");
            return segment.read(at, b);
        }

        @Override
        public void close() throws IOException {
            segment.close();
            open.remove(this);
        }
    }
}
