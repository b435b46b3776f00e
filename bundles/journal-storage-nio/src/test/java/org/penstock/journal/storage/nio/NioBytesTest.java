package org.penstock.journal.storage.nio;

import org.penstock.journal.api.Storage;
import org.penstock.journal.tck.BytesBehaviour;

class NioBytesTest extends BytesBehaviour {
    @Override
    protected Storage storage() {
        return new NioStorage();
    }
}
