package org.penstock.codec.tck;

import java.util.List;

/**
 * What came of playing a transcript.
 *
 * @param told the exchanges, in the order they were told
 * @param atClose how many of them were told by close
 * @param clientSecrets secret bytes of the client's stream, by offset
 * @param serverSecrets secret bytes of the server's stream
 * @param stop where understanding ended; null: it did not
 */
public record Result(List<Told> told, int atClose, Spans clientSecrets, Spans serverSecrets, Stop stop) {
    /** Those told before close, without times. */
    List<Expected> beforeClose() {
        return told.subList(0, told.size() - atClose).stream()
                .map(Told::withoutTimes)
                .toList();
    }

    /** Those told by close, without times. */
    List<Expected> byClose() {
        return told.subList(told.size() - atClose, told.size()).stream()
                .map(Told::withoutTimes)
                .toList();
    }
}
