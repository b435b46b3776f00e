package org.penstock.journal.storage.nio;

import org.penstock.journal.api.Storage;
import org.penstock.journal.tck.CloseBehaviour;
import org.penstock.journal.tck.FaultyStorage;

/** The storage that fails on command is a storage as long as no fault is armed. */
class FaultyCloseTest extends CloseBehaviour {
    @Override
    protected Storage storage() {
        return new FaultyStorage(new NioStorage());
    }
}
