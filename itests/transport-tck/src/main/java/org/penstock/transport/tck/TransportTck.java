package org.penstock.transport.tck;

import org.junit.jupiter.api.Nested;

/**
 * Everything that a transport promises. A provider's test extends this and says what it tests; see
 * docs/writing-a-transport.md.
 */
public abstract class TransportTck {
    protected abstract TransportSubject subject();

    @Nested
    final class Opening extends OpeningBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

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
    final class WriteInterest extends WriteInterestBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class WritePolicies extends WritePolicyBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class SocketOptions extends SocketOptionsBehaviour {
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

    @Nested
    final class Reset extends ResetBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Closing extends CloseBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Reentrancy extends ReentrancyBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class HandlerFailure extends HandlerFailureBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class BackPressure extends BackPressureBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Fairness extends FairnessBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class PoolExhaustion extends PoolExhaustionBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Tasks extends TaskBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Timers extends TimerBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Detach extends DetachBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Adopt extends AdoptBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Moves extends MoveBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class StrandEnd extends StrandEndBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Quiet extends QuietBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }

    @Nested
    final class Descriptors extends DescriptorBehaviour {
        @Override
        protected TransportSubject subject() {
            return TransportTck.this.subject();
        }
    }
}
