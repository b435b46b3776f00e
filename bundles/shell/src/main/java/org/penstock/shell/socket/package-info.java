/**
 * The shell from outside the process: a Unix-domain socket in a folder that only its owner may enter, in front of the
 * framework's own Gogo.
 */
package org.penstock.shell.socket;
