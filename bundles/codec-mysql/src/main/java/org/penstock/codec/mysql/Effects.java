package org.penstock.codec.mysql;

/** What a command that succeeded changes for those after it. */
final class Effects {
    private final SessionState session;
    private final StatementRegistry statements;

    Effects(SessionState session, StatementRegistry statements) {
        this.session = session;
        this.statements = statements;
    }

    void succeeded(Request request) {
        switch (request.command()) {
            case COM_CHANGE_USER -> {
                session.authenticated();
                statements.clear();
            }
            case COM_RESET_CONNECTION -> statements.clear();
            case COM_INIT_DB -> schema(request.text(), 0, request.text().length());
            case COM_QUERY -> use(request.text());
            default -> {}
        }
    }

    /** {@code USE name}; those that cannot be read this way are told by the server, where that was agreed. */
    private void use(TextCapture text) {
        int at = skipSpace(text, 0);
        if (text.length() - at < 5 || !isUse(text, at) || !text.whole()) {
            return;
        }
        int from = skipSpace(text, at + 3);
        if (from < text.length() && text.at(from) == '`') {
            quoted(text, from + 1);
            return;
        }
        int to = from;
        while (to < text.length() && text.at(to) != ';' && !isSpace(text.at(to))) {
            to++;
        }
        schema(text, from, to);
    }

    private static boolean isUse(TextCapture text, int at) {
        return (text.at(at) & 0xdf) == 'U'
                && (text.at(at + 1) & 0xdf) == 'S'
                && (text.at(at + 2) & 0xdf) == 'E'
                && (isSpace(text.at(at + 3)) || text.at(at + 3) == '`');
    }

    /** Two backquotes stand for one. */
    private void quoted(TextCapture text, int from) {
        session.namespace().clear();
        for (int i = from; i < text.length(); i++) {
            if (text.at(i) == '`') {
                i++;
                if (i == text.length() || text.at(i) != '`') {
                    return;
                }
            }
            session.namespace().append(text.at(i));
        }
    }

    private void schema(TextCapture text, int from, int to) {
        session.namespace().clear();
        for (int i = from; i < to; i++) {
            session.namespace().append(text.at(i));
        }
    }

    private static int skipSpace(TextCapture text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.at(at))) {
            at++;
        }
        return at;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b >= '\t' && b <= '\r';
    }
}
