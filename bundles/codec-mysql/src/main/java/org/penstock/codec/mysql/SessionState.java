package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/** What the two ends have told of themselves and agreed upon. */
final class SessionState {
    /** Of a schema's or user's name: 64 characters of 4 bytes, with room. */
    static final int LONGEST_NAME = 512;

    private final Label version = new Label(128);
    private final Label user = new Label(LONGEST_NAME);
    private final Label namespace = new Label(LONGEST_NAME);
    private final Label askedUser = new Label(LONGEST_NAME);
    private final Label askedNamespace = new Label(LONGEST_NAME);
    private Capabilities server = Capabilities.NONE;
    private Capabilities agreed = Capabilities.NONE;
    private boolean mariaDb;
    private boolean multiStatements;
    private boolean messagesSecret; // what the server would say of statements before
    private long connectionId;

    /** The server has introduced itself by {@link #version}. */
    void greeted(Capabilities capabilities, long connection) {
        server = capabilities;
        connectionId = connection;
        // the version may be configured to say something else; no other server has capabilities of MariaDB's own
        mariaDb = contains(version, "MariaDB") || capabilities.has(Capabilities.MARIADB);
    }

    /** The client has said what it can do. */
    void answered(Capabilities client) {
        agreed = server.and(client);
        multiStatements = agreed.has(Capabilities.MULTI_STATEMENTS);
    }

    /** The server has accepted {@link #askedUser} and {@link #askedNamespace}. */
    void authenticated() {
        user.set(askedUser);
        namespace.set(askedNamespace);
    }

    /** A result has ended that may tell of another current schema. */
    void completed(Completion end) {
        if (end.schema().known()) {
            namespace.set(end.schema());
        } else if (end.schemaLost()) {
            namespace.forget();
        }
    }

    /** What the server keeps to be asked for may repeat a secret from now on, or what did is gone. */
    void messagesSecret(boolean value) {
        messagesSecret = value;
    }

    /** COM_SET_OPTION may have allowed several statements in one text. */
    void multiStatementsMayBeOn() {
        multiStatements = true;
    }

    Capabilities agreed() {
        return agreed;
    }

    boolean mariaDb() {
        return mariaDb;
    }

    boolean messagesSecret() {
        return messagesSecret;
    }

    boolean multiStatements() {
        return multiStatements;
    }

    long connectionId() {
        return connectionId;
    }

    Label version() {
        return version;
    }

    Label user() {
        return user;
    }

    Label namespace() {
        return namespace;
    }

    Label askedUser() {
        return askedUser;
    }

    Label askedNamespace() {
        return askedNamespace;
    }

    private static boolean contains(Label label, String what) {
        StringBuilder text = new StringBuilder(label.length());
        for (int i = 0; i < label.length(); i++) {
            text.append((char) (label.at(i) & 0xff));
        }
        return text.indexOf(what) >= 0;
    }

    void save(StateWriter out) {
        version.save(out);
        user.save(out);
        namespace.save(out);
        askedUser.save(out);
        askedNamespace.save(out);
        out.longNumber(server.bits());
        out.longNumber(agreed.bits());
        out.flag(mariaDb);
        out.flag(multiStatements);
        out.flag(messagesSecret);
        out.longNumber(connectionId);
    }

    void load(StateReader in) throws CheckpointRefused {
        version.load(in);
        user.load(in);
        namespace.load(in);
        askedUser.load(in);
        askedNamespace.load(in);
        server = new Capabilities(in.longNumber());
        agreed = new Capabilities(in.longNumber());
        mariaDb = in.flag();
        multiStatements = in.flag();
        messagesSecret = !in.since(StateWriter.MESSAGES) || in.flag();
        connectionId = in.longNumber();
    }
}
