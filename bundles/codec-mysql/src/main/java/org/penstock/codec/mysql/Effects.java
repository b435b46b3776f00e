package org.penstock.codec.mysql;

/** What a command that was answered changes for those after it. */
final class Effects {
    private final SessionState session;
    private final StatementRegistry statements;
    private final SchemaChange schemaChange;

    Effects(SessionState session, StatementRegistry statements) {
        this.session = session;
        this.statements = statements;
        this.schemaChange = new SchemaChange(session.namespace());
    }

    /** @param results that there were */
    void succeeded(Request request, int results) {
        switch (request.command()) {
            case COM_CHANGE_USER -> {
                session.authenticated();
                statements.clear();
            }
            case COM_RESET_CONNECTION -> statements.clear();
            case COM_INIT_DB -> schema(request.text());
            case COM_QUERY -> use(request.text(), results > 1);
            default -> {}
        }
    }

    /** @param results that there were before the error */
    void failed(Request request, int results) {
        switch (request.command()) {
            case COM_CHANGE_USER -> statements.clear(); // a MariaDB lets the session go on, as the user before
            case COM_STMT_PREPARE -> statements.forgetLast();
            case COM_QUERY -> {
                if (results > 0) {
                    use(request.text(), true); // which of its statements went well is not known
                }
            }
            default -> {}
        }
    }

    private void schema(TextCapture text) {
        session.namespace().clear();
        for (int i = 0; i < text.length(); i++) {
            session.namespace().append(text.at(i));
        }
        if (!text.whole()) {
            session.namespace().forget();
        }
    }

    /** Where the two ends have agreed on it, the server tells what cannot be read here. */
    private void use(TextCapture text, boolean several) {
        boolean told = schemaChange.apply(text, several);
        if (!told && !session.agreed().has(Capabilities.SESSION_TRACK)) {
            session.namespace().forget();
        }
    }
}
