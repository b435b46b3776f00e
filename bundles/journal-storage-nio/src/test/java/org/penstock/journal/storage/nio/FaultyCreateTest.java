package org.penstock.journal.storage.nio;

import org.penstock.journal.api.Storage;
import org.penstock.journal.tck.CreateBehaviour;
import org.penstock.journal.tck.FaultyStorage;

/** The storage that fails on command is a storage as long as no fault is armed. */
class FaultyCreateTest extends CreateBehaviour {
    @Override
    protected Storage storage() {
        return new FaultyStorage(new NioStorage());
    }
}
