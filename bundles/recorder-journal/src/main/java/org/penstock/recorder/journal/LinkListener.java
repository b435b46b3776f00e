package org.penstock.recorder.journal;

import org.penstock.journal.api.AppendListener;

/**
 * Hears what became of one appender's records. A journal may keep it for as long as records are on their way; it knows the
 * session by what it has to tell it alone, and the session lets go of its owner when it is released.
 */
final class LinkListener implements AppendListener {
    private final Runnable space;
    private final Losses losses;

    /** @param space what to run when there is space again; does not throw */
    LinkListener(Runnable space, Losses losses) {
        this.space = space;
        this.losses = losses;
    }

    @Override
    public void acknowledged(long records) {
        // Nobody waits for a single record: a drain asks the journal itself.
    }

    @Override
    public void failed(long records, String why) {
        losses.add(records, why);
    }

    @Override
    public void space() {
        space.run();
    }
}
