/**
 * Swaps: plans, moves over several proxies, rollback, and the memory of what operators have chosen. Provides
 * {@link org.penstock.proxy.api.Swaps}; imports API packages only.
 */
package org.penstock.proxy.swap;
