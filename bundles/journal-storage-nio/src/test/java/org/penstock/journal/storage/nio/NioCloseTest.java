package org.penstock.journal.storage.nio;

import org.penstock.journal.api.Storage;
import org.penstock.journal.tck.CloseBehaviour;

class NioCloseTest extends CloseBehaviour {
    @Override
    protected Storage storage() {
        return new NioStorage();
    }
}
