/**
 * What a client of the control socket and the process say to one another: frames. Used by both ends; JDK types only, since
 * the client runs without a framework.
 */
package org.penstock.shell.wire;
