/**
 * Between {@code etc/} and FileInstall, which polls it: looks at a file's bytes before FileInstall does, and at what else is
 * in the folder, so that a mistake of whatever kind is one line in the log, and one of {@code penstock:status}.
 *
 * <p>It is there before the component runtime, and before the log: it tells once the framework has started.
 */
package org.penstock.config.files;
