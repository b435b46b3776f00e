/**
 * The contract of a protocol parser: it watches both directions of a session and tells which exchanges passed.
 *
 * <p>Implemented by the {@code codec-*} bundles (third parties' too), used by the proxy's core. Imports JDK types only.
 * Every implementation passes the suite in {@code itests/codec-tck}.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package org.penstock.codec.api;
