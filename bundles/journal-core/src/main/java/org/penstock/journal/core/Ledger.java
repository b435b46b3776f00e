package org.penstock.journal.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Who is told what became of the records in the batch, and who waits for the journal to have come so far.
 *
 * <p>Threads: the writer's. Allocates nothing for a record.
 */
final class Ledger {
    private final Accounts accounts;
    private final List<Account> open = new ArrayList<>();
    private final List<Drain> drains = new ArrayList<>();
    private boolean awaitsDisk;

    private record Drain(long claimed, CompletableFuture<Void> done) {}

    Ledger(Accounts accounts) {
        this.accounts = accounts;
    }

    /** A record is in the batch. */
    void add(int appender, boolean needsSync) {
        Account account = accounts.get(appender);
        if (account.add(needsSync)) {
            open.add(account);
        }
        awaitsDisk |= needsSync;
    }

    boolean awaitsDisk() {
        return awaitsDisk;
    }

    /** The operating system has the batch; the answer: someone was told so. */
    boolean written() {
        boolean told = false;
        for (int i = 0; i < open.size(); i++) {
            told |= open.get(i).written();
        }
        return told;
    }

    /** All of the batch is as durable as asked. */
    void done() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).synced();
        }
        forget();
    }

    /** Those of the batch not told of yet have failed. */
    void failed(String why) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).failed(why);
        }
        forget();
    }

    private void forget() {
        for (int i = 0; i < open.size(); i++) {
            Account account = open.get(i);
            if (account.over()) {
                accounts.release(account);
            }
        }
        open.clear();
        awaitsDisk = false;
    }

    /** {@code done} completes when all that was claimed in the ring so far is settled. */
    void await(long claimed, CompletableFuture<Void> done) {
        drains.add(new Drain(claimed, done));
    }

    /** All that was drained from the ring is settled. */
    void settled(long drained) {
        for (int i = drains.size() - 1; i >= 0; i--) {
            if (drains.get(i).claimed() <= drained) {
                drains.remove(i).done().complete(null);
            }
        }
    }
}
