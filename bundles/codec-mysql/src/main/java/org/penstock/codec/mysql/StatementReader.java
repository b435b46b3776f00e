package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/** Reads a command's text: what is secret is reported, the beginning is kept without it. */
final class StatementReader implements SecretMasker.Pieces {
    private final Tap tap;
    private final Exchanges exchanges;
    private final int textLimit;
    private final SecretMasker masker = new SecretMasker();

    StatementReader(Tap tap, Exchanges exchanges, int textLimit) {
        this.tap = tap;
        this.exchanges = exchanges;
        this.textLimit = textLimit;
    }

    /**
     * The last request's text begins.
     *
     * @param longest that it can become
     * @param several statements may be in it
     */
    void begin(long longest, boolean several) {
        exchanges.tail().text().begin(Math.min(textLimit, exchanges.textRoom()), longest);
        masker.begin(several);
    }

    /** Takes all of it; answers {@code to}. */
    int push(ByteBuffer in, int from, int to) {
        masker.push(in, from, to, this);
        if (masker.alarmed()) {
            exchanges.tail().hasSecrets();
        }
        return to;
    }

    /** All of it has been taken. */
    void ended() {
        if (masker.asks()) {
            exchanges.tail().mayAsk();
        }
    }

    @Override
    public void plain(ByteBuffer in, int from, int to) {
        exchanges.tail().text().plain(in, from, to);
    }

    @Override
    public void secret(ByteBuffer in, int from, int to) {
        exchanges.tail().hasSecrets();
        exchanges.tail().text().stars(to - from);
        tap.secret(from, to);
    }

    void save(StateWriter out) {
        masker.save(out);
    }

    void load(StateReader in) throws CheckpointRefused {
        masker.load(in);
    }
}
