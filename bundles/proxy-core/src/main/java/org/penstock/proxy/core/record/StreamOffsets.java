package org.penstock.proxy.core.record;

/** How many bytes each side has sent until now. */
public interface StreamOffsets {
    long client();

    long server();
}
