/**
 * The commands of scope {@code penstock}, one class each, for Felix Gogo and Karaf. They show and start what the services
 * of the {@code *-api} bundles do; there is no logic of their own.
 *
 * <p>Conventions: {@code --help} as the first argument shows help and does nothing else. Called wrongly, a command throws
 * IllegalArgumentException; what was not done is an IllegalStateException; both with one line for the operator. Exceptions
 * of the JDK only: shells keep the last one, and with it its class loader.
 */
package org.penstock.shell.command;
