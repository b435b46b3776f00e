package org.penstock.codec.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/** Is shown the attributes of an exchange, one after the other, each name at most once. */
@ProviderType
public interface AttributeVisitor {
    /** A text in the protocol's bytes, UTF-8 as a rule; position to limit, lent for the call, and left as it is. */
    void text(String name, ByteBuffer bytes);

    /** A text. */
    void text(String name, String value);

    /** A whole number. */
    void number(String name, long value);
}
