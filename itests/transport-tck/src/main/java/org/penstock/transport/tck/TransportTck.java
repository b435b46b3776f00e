package org.penstock.transport.tck;

import org.junit.jupiter.api.Nested;

/**
 * Everything that a transport promises. A provider's test extends this and says what it tests; see
 * docs/writing-a-transport.md.
 */
public abstract class TransportTck {
    protected abstract TransportSubject subject();

    @Nested
    final class Reading extends ReadBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Writing extends WriteBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class HalfClose extends HalfCloseBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }
}
