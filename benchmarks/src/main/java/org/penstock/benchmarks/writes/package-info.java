/** The suite {@code write-policy}: one proxy, configured in one way after the other for what its sockets have no room for. */
package org.penstock.benchmarks.writes;
