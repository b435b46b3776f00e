package org.penstock.proxy.swap;

import java.util.Objects;

/**
 * What an operator has chosen for a proxy, against its configuration.
 *
 * @param transport the one to use
 * @param configured what the proxy's configuration said at that time; once it says something else, that counts
 */
record Choice(String transport, String configured) {
    Choice {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(configured, "configured");
    }
}
