/**
 * The recorder {@code log}: one log line for each exchange, for people who watch. It keeps nothing, and there is nothing
 * to read again.
 *
 * <p>Imports API packages only, and exports nothing.
 */
package org.penstock.recorder.log;
