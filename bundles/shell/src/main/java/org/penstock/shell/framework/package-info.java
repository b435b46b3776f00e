/**
 * The framework's own commands that change bundles, under their ordinary names, for sessions of the control socket: they
 * take what Felix's take, and fail where something was not done, so that a script is told by a status. Felix's print why,
 * and are done. In Karaf, which has its own, they are not.
 */
package org.penstock.shell.framework;
