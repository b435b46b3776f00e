package org.penstock.journal.core;

import java.nio.ByteBuffer;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;

/** Claims regions of the ring for one thread at a time. */
final class RingAppender implements Appender {
    private static final int NONE = -1;
    private static final int MAX_TYPE = 0xffff;

    private final Intake intake;
    private final Account account;
    private final ClaimView view;
    private Durability durability = Durability.NONE;
    private int claimed = NONE;
    private long committed;
    private boolean closed;

    RingAppender(Intake intake, AppendListener listener) {
        this.intake = intake;
        this.account = intake.accounts().open(listener);
        this.view = intake.view();
    }

    @Override
    public int maxLength() {
        return intake.longestPayload();
    }

    @Override
    public ByteBuffer tryClaim(int type, int length, Durability asked) {
        check(type, length);
        int index = intake.claim(account.number(), type, length, asked);
        if (index == Ring.FULL) {
            intake.refused(account);
            return null;
        }
        claimed = index;
        durability = asked;
        return view.at(index, length);
    }

    private void check(int type, int length) {
        if (closed) {
            throw new IllegalStateException("the appender is closed");
        }
        if (claimed != NONE) {
            throw new IllegalStateException("a claim is open: commit or abort it first");
        }
        if (type < 1 || type > MAX_TYPE) {
            throw new IllegalStateException("type " + type + ", allowed are 1 to " + MAX_TYPE);
        }
        if (length < 0 || length > maxLength()) {
            throw new IllegalStateException("length " + length + ", allowed are 0 to " + maxLength());
        }
    }

    @Override
    public void commit() {
        int index = open();
        claimed = NONE;
        committed++;
        intake.commit(index, durability);
    }

    @Override
    public void abort() {
        int index = open();
        claimed = NONE;
        intake.abort(index);
    }

    private int open() {
        if (claimed == NONE) {
            throw new IllegalStateException("no claim is open");
        }
        return claimed;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (claimed != NONE) {
            abort();
        }
        closed = true;
        account.close(committed);
        intake.accounts().release(account);
    }
}
