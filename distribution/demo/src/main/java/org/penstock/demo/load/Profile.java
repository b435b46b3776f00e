package org.penstock.demo.load;

import java.util.Properties;
import org.penstock.demo.mariadb.MariaDbServer;

/** How a client's driver speaks. Clients take them in turn. */
enum Profile {
    /** The driver's own way: a prepare and its first execute travel together. */
    PIPELINED,
    /** One command at a time. */
    STRICT,
    /** Texts may hold several statements. */
    MULTI;

    private static final String TIMEOUT_MS = "30000";

    static Profile of(int client) {
        return values()[client % values().length];
    }

    Properties properties() {
        Properties p = new Properties();
        p.setProperty("user", MariaDbServer.USER);
        p.setProperty("password", MariaDbServer.PASSWORD);
        p.setProperty("socketFactory", PortNotingSocketFactory.class.getName());
        p.setProperty("connectTimeout", TIMEOUT_MS);
        p.setProperty("socketTimeout", TIMEOUT_MS);
        p.setProperty("useServerPrepStmts", "true");
        // every prepare and close is to be seen
        p.setProperty("cachePrepStmts", "false");
        p.setProperty("allowLocalInfile", "false");
        p.setProperty("disablePipeline", Boolean.toString(this != PIPELINED));
        p.setProperty("allowMultiQueries", Boolean.toString(this == MULTI));
        return p;
    }
}
