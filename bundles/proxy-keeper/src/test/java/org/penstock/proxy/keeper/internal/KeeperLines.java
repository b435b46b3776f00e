package org.penstock.proxy.keeper.internal;

import java.io.Closeable;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the keeper logs from now on, level and message. */
final class KeeperLines extends Handler implements Closeable {
    private final Logger logger = Logger.getLogger(SocketKeeper.class.getName());
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    volatile boolean failing;

    static KeeperLines capture() {
        KeeperLines lines = new KeeperLines();
        lines.logger.addHandler(lines);
        lines.logger.setUseParentHandlers(false);
        return lines;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord record) {
        if (failing) {
            throw new NoClassDefFoundError("on command");
        }
        lines.add(record.getLevel() + " " + record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
