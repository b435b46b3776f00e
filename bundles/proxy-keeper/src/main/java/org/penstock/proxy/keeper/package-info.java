/**
 * What outlives every other bundle of Penstock: listening sockets, parked sessions and the buffers of the data path.
 *
 * <p>Holds JDK types only and imports nothing of ours, so that no refresh of another bundle reaches it; it is a plain
 * activator and no component, so that a refresh of the component runtime does not either. It has no reason to change:
 * updating it is a restart of the proxy.
 */
@Export(substitution = Export.Substitution.NOIMPORT)
@Version("1.0.0")
package org.penstock.proxy.keeper;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
