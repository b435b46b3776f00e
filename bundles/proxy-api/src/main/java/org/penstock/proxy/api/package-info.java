/**
 * What operators see and order: the state of proxies, sessions and services, and the moves among them.
 *
 * <p>{@link org.penstock.proxy.api.ProxyControl} is implemented by proxy-core, {@link org.penstock.proxy.api.Swaps} by
 * proxy-swap; both are used by the shell. Imports JDK types only.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package org.penstock.proxy.api;
