package org.penstock.journal.storage.nio;

import org.penstock.journal.api.Storage;
import org.penstock.journal.tck.CreateBehaviour;

class NioCreateTest extends CreateBehaviour {
    @Override
    protected Storage storage() {
        return new NioStorage();
    }
}
