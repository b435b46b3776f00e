package org.penstock.transport.support.reactor;

/** Of a strand that a test turns by hand. */
final class NoRunner implements Runner {
    @Override
    public void wake() {
        // the test sees to it
    }

    @Override
    public boolean awaitEnd(long nanos) {
        return true;
    }
}
