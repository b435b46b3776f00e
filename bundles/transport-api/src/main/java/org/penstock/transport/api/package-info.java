/**
 * The contract of an I/O processor: how bytes get from a socket to Penstock and back, and how a live socket leaves one
 * processor and enters another.
 *
 * <p>Implemented by the {@code transport-*} bundles (third parties' too), used by the proxy's core. Imports JDK types
 * only. Every implementation passes the suite in {@code itests/transport-tck}.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package org.penstock.transport.api;
