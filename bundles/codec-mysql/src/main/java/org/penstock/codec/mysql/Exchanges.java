package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.Outcome;

/**
 * The exchanges in flight, in the order of their requests, and the response to the first of them. Bounded: at most
 * {@link #MOST} requests, and {@link TextCapture#MOST} bytes of their texts behind the first.
 */
final class Exchanges {
    /** More than a client that waits for answers at all ever has on its way. */
    static final int MOST = 1024;

    private static final int USUAL = 4;

    private final Tap tap;
    private final SessionState session;
    private final Response response = new Response();
    private final ExchangeView view;
    private final Request error = new Request(); // stands for what nobody asked
    private final Response errorAnswer = new Response();
    private final ExchangeView errorView;
    private Request[] ring = new Request[USUAL];
    private int first;
    private int count;
    private int textBytes; // kept by requests that are complete
    private long responseOffset; // where the response to the first began

    Exchanges(Tap tap, SessionState session) {
        this.tap = tap;
        this.session = session;
        this.view = new ExchangeView(session, response);
        this.errorView = new ExchangeView(session, errorAnswer);
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MOST;
    }

    int size() {
        return count;
    }

    /** The one the server answers next, or is answering. */
    Request front() {
        return at(0);
    }

    /** The one behind it. */
    Request second() {
        return at(1);
    }

    /** The one whose request came last. */
    Request tail() {
        return at(count - 1);
    }

    Response response() {
        return response;
    }

    /** The last one of a command before the tail; null: none is in flight. */
    Request lastBeforeTail(Command command) {
        for (int i = count - 2; i >= 0; i--) {
            if (at(i).command() == command) {
                return at(i);
            }
        }
        return null;
    }

    /** Whether the server may repeat a secret in what it answers next. */
    boolean answersMayBeSecret() {
        for (int i = 0; i < count; i++) {
            if (at(i).secret() || at(i).asks() && session.messagesSecret()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a statement that may be given secrets is in flight, its number not known yet, before the tail. */
    boolean preparesSecretsBeforeTail() {
        for (int i = count - 2; i >= 0; i--) {
            if (at(i).command() == Command.COM_STMT_PREPARE && at(i).secret()) {
                return true;
            }
        }
        return false;
    }

    /** Bytes of text that another request may keep. */
    int textRoom() {
        return TextCapture.MOST - textBytes;
    }

    /** The first byte of a request was seen. */
    Request begin() {
        if (count == ring.length) {
            resize(Math.min(MOST, 2 * count));
        }
        count++;
        int last = index(count - 1);
        if (ring[last] == null) {
            ring[last] = new Request();
        }
        ring[last].begin(tap.nowNanos(), tap.client().offset());
        return ring[last];
    }

    /** The last request is whole. */
    void completed() {
        tail().complete(tap.client().offset(), tap.client().sequence());
        textBytes += tail().text().length();
    }

    /** The last one, to which there is no response, is over. */
    void endTail() {
        tap.sink().exchange(view.unanswered(tail(), Outcome.NONE, tap.nowNanos()));
        textBytes -= tail().text().length();
        count--;
        settle();
    }

    /** The last one turned out to be none. */
    void dropTail() {
        count--;
        settle();
    }

    /** The first one is over with this packet. */
    void endFront(Outcome outcome) {
        endFront(outcome, tap.nowNanos(), tap.server().offset());
    }

    /** The first one was over at a time and an offset of the server's stream. */
    void endFront(Outcome outcome, long nanos, long offset) {
        tap.sink().exchange(view.answered(front(), outcome, nanos, offset - responseOffset));
        responseOffset = offset;
        textBytes -= front().text().length();
        response.clear();
        first = index(1);
        count--;
        settle();
    }

    /**
     * An error packet that answers nothing has ended. What came of the first one's answer before it stays that one's.
     *
     * @param begunNanos when its first byte came
     * @param packetBytes of it, its header included
     */
    void unasked(PacketHead head, long begunNanos, long packetBytes) {
        boolean answering = response.begun() && tap.server().offset() - packetBytes > responseOffset;
        if (!answering) {
            response.clear();
        }
        long bytes = answering ? packetBytes : tap.server().offset() - responseOffset;
        error.begin(begunNanos, tap.client().offset());
        error.command(Command.SERVER_ERROR);
        errorAnswer.clear();
        errorAnswer.begin(begunNanos);
        errorAnswer.failed(head, false);
        tap.sink().exchange(errorView.answered(error, Outcome.ERROR, tap.nowNanos(), bytes));
        responseOffset += bytes;
    }

    /** No more answers will come, or none will be understood. */
    void abort() {
        if (count > 0 && !tail().complete()) {
            tail().upTo(tap.client().offset());
            textBytes += tail().text().length();
        }
        while (count > 0) {
            endFront(Outcome.ABORTED);
        }
    }

    private Request at(int i) {
        return ring[index(i)];
    }

    private int index(int i) {
        return first + i & ring.length - 1;
    }

    /** Where nothing is in flight, the same request is used again and again. */
    private void settle() {
        if (count == 0) {
            first = 0;
            textBytes = 0;
            if (ring.length > USUAL) {
                ring = new Request[USUAL];
            }
        }
    }

    private void resize(int size) {
        Request[] larger = new Request[size];
        for (int i = 0; i < count; i++) {
            larger[i] = at(i);
        }
        ring = larger;
        first = 0;
    }

    void save(StateWriter out) {
        out.number(count);
        for (int i = 0; i < count; i++) {
            at(i).save(out);
        }
        response.save(out);
        out.number(textBytes);
        out.longNumber(responseOffset);
    }

    void load(StateReader in) throws CheckpointRefused {
        int saved = in.number(0, MOST);
        ring = new Request[Math.max(USUAL, Integer.highestOneBit(Math.max(1, 2 * saved - 1)))];
        for (int i = 0; i < saved; i++) {
            ring[i] = new Request();
            ring[i].load(in);
        }
        first = 0;
        count = saved;
        response.load(in);
        textBytes = in.number(0, TextCapture.MOST);
        responseOffset = in.longNumber();
    }
}
