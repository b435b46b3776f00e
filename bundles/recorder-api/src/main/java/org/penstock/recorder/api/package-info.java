/**
 * The contract of the logging component: it takes what happens in sessions and keeps or forwards it; and, for those that
 * keep it, how it is read again.
 *
 * <p>Implemented by the {@code recorder-*} bundles (third parties' too), used by the proxy's core, the shell and tools.
 * Imports {@code org.penstock.codec.api} and JDK types only.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package org.penstock.recorder.api;
