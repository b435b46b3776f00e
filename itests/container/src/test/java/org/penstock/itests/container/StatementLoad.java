package org.penstock.itests.container;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Connections that each log in, run numbered statements one after the other, never reconnect, and keep a ledger. */
final class StatementLoad {
    /** So that records stay few enough to be read at once. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Clients clients = new Clients();
    private final List<List<String>> ledgers = new ArrayList<>();

    StatementLoad(int connections, int port) {
        for (int i = 0; i < connections; i++) {
            int number = i;
            List<String> ledger = new ArrayList<>();
            ledgers.add(ledger);
            clients.start("statements-" + i, () -> client(number, port, ledger));
        }
    }

    private void client(int number, int port, List<String> ledger) throws IOException {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setSoTimeout(20_000);
            s.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(s.getInputStream());
            OutputStream out = s.getOutputStream();
            MySqlWire.read(in);
            MySqlWire.write(out, 1, MySqlWire.response());
            MySqlWire.read(in);
            ledger.add("LOGIN");
            for (int i = 0; !clients.stopping(); i++) {
                String text = "DO " + number + "." + i;
                MySqlWire.write(out, 0, MySqlWire.command(MySqlWire.QUERY, text));
                MySqlWire.read(in);
                ledger.add("COM_QUERY " + text);
                clients.didOne();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            MySqlWire.write(out, 0, MySqlWire.command(MySqlWire.QUIT, ""));
            ledger.add("COM_QUIT");
            if (in.read() >= 0) {
                throw new IOException("an answer to COM_QUIT");
            }
        }
    }

    void awaitMore(long statements) throws Exception {
        clients.awaitMore(statements);
    }

    List<String> stop() throws InterruptedException {
        return clients.stop();
    }

    /** What each connection has done and got its answer to, in order; once it has stopped. */
    List<List<String>> ledgers() {
        return ledgers;
    }
}
