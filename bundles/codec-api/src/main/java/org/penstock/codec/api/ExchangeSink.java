package org.penstock.codec.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Where a codec session tells what it saw, from within {@code decode}, {@code inputEnded} and {@code close}.
 *
 * <p>Threads: the session's strand. No call throws.
 */
@ProviderType
public interface ExchangeSink {
    /**
     * An exchange has ended.
     *
     * @param e read during the call only: the codec may use the same object again
     */
    void exchange(Exchange e);

    /**
     * The bytes of the buffer being decoded from index {@code from} (inclusive) to {@code to} (exclusive), absolute and
     * within its position at the call and its limit, are secret: forwarded as they are, and overwritten at equal length
     * in anything that is recorded.
     */
    void secret(int from, int to);
}
