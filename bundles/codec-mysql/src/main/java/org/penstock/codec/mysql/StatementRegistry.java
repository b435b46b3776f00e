package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/**
 * The texts of a session's prepared statements, by number. Bounded: when a text would exceed {@link #MOST_BYTES}, those used
 * longest ago are dropped.
 */
final class StatementRegistry {
    /** All texts together, each with {@link #ENTRY_BYTES} besides. */
    static final int MOST_BYTES = 256 << 10;

    /** What an entry costs besides its text. */
    static final int ENTRY_BYTES = 64;

    /** MariaDB: the statement prepared last. */
    static final int LAST = -1;

    private static final int SMALLEST_TABLE = 8;

    private static final class Entry {
        private final int id;
        private final StatementText text;
        private Entry chained; // the next in its slot
        private Entry newer;
        private Entry older;

        Entry(int id, StatementText text) {
            this.id = id;
            this.text = text;
        }

        int cost() {
            return ENTRY_BYTES + text.length();
        }
    }

    private final Entry ends = new Entry(0, null); // newer: the oldest; older: the newest
    private Entry[] table;
    private int entries;
    private int used;
    private StatementText last;
    private boolean forgottenSecrets; // one that is not kept any more may be given secrets

    StatementRegistry() {
        empty();
    }

    /** Nothing is prepared any more. */
    void clear() {
        for (Entry entry = ends.newer; entry != ends; entry = entry.newer) {
            forgottenSecrets |= entry.text.secret();
        }
        empty();
    }

    private void empty() {
        table = new Entry[SMALLEST_TABLE];
        entries = 0;
        used = 0;
        last = null;
        ends.newer = ends;
        ends.older = ends;
    }

    /** A statement was prepared. */
    void add(int id, StatementText text) {
        remove(id);
        last = text;
        Entry entry = new Entry(id, text);
        if (entry.cost() > MOST_BYTES) {
            forgottenSecrets |= text.secret();
            return;
        }
        used += entry.cost();
        while (used > MOST_BYTES) {
            remove(ends.newer.id);
        }
        if (entries == table.length) {
            resize(2 * table.length);
        }
        entries++;
        chain(entry);
        linkNewest(entry);
    }

    /** A prepare failed: there is no last one. */
    void forgetLast() {
        last = null;
    }

    /** Null where it is not known (any more). */
    StatementText use(int id) {
        if (id == LAST) {
            return last;
        }
        Entry entry = table[slot(id)];
        while (entry != null && entry.id != id) {
            entry = entry.chained;
        }
        if (entry == null) {
            return null;
        }
        unlink(entry);
        linkNewest(entry);
        return entry.text;
    }

    /** Whether one that is not known any more may be one with secrets. */
    boolean hasForgottenSecrets() {
        return forgottenSecrets;
    }

    /** It is closed; a client may go on to use its number all the same. */
    void remove(int id) {
        Entry before = null;
        for (Entry entry = table[slot(id)]; entry != null; before = entry, entry = entry.chained) {
            if (entry.id == id) {
                if (before == null) {
                    table[slot(id)] = entry.chained;
                } else {
                    before.chained = entry.chained;
                }
                unlink(entry);
                entries--;
                used -= entry.cost();
                forgottenSecrets |= entry.text.secret();
                return;
            }
        }
    }

    private int slot(int id) {
        return id & table.length - 1;
    }

    private void chain(Entry entry) {
        int slot = slot(entry.id);
        entry.chained = table[slot];
        table[slot] = entry;
    }

    private void resize(int size) {
        table = new Entry[size];
        for (Entry entry = ends.newer; entry != ends; entry = entry.newer) {
            chain(entry);
        }
    }

    private void linkNewest(Entry entry) {
        entry.older = ends.older;
        entry.newer = ends;
        ends.older.newer = entry;
        ends.older = entry;
    }

    private static void unlink(Entry entry) {
        entry.older.newer = entry.newer;
        entry.newer.older = entry.older;
    }

    void save(StateWriter out) {
        out.number(entries);
        for (Entry entry = ends.newer; entry != ends; entry = entry.newer) {
            out.number(entry.id);
            out.text(entry.text);
        }
        out.text(last);
        out.flag(forgottenSecrets);
    }

    void load(StateReader in) throws CheckpointRefused {
        empty();
        int count = in.number(0, MOST_BYTES / ENTRY_BYTES);
        for (int i = 0; i < count; i++) {
            add(in.number(), in.text());
        }
        last = in.text();
        forgottenSecrets = in.flag();
    }
}
