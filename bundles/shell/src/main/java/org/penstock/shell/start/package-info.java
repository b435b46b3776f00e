/** How a start in the background went, told to the launcher that waits for it. */
package org.penstock.shell.start;
