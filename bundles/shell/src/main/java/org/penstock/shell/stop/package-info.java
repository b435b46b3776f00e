/** The end in order: whatever stops the framework, sessions end between two exchanges first, within a bound. */
package org.penstock.shell.stop;
