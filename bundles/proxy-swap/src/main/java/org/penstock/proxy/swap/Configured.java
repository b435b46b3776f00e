package org.penstock.proxy.swap;

import java.util.Map;

/** What the configurations of the proxies say of their transport. */
interface Configured {
    /**
     * By proxy: the value of its key {@code transport} without blanks, or what it defaults to.
     *
     * @throws java.io.IOException they cannot be read now
     */
    Map<String, String> transports() throws java.io.IOException;
}
