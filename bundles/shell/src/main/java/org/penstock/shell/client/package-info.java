/**
 * The client of the control socket: run by the {@code penstock} script, and a library for tools. JDK types only; no
 * framework around it.
 */
package org.penstock.shell.client;
