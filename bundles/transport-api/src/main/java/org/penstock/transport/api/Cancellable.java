package org.penstock.transport.api;

import org.osgi.annotation.versioning.ConsumerType;

/** Something that has been scheduled on a strand. */
@ConsumerType
@FunctionalInterface
public interface Cancellable {
    /** On the strand: it will not run any more; nothing happens where it has run or was cancelled before. */
    void cancel();
}
