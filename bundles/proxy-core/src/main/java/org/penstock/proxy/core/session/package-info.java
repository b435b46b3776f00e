/**
 * One proxied pair: two ends, two flows of bytes between them, what is understood of them and what is recorded. Everything
 * here belongs to one strand at a time.
 */
package org.penstock.proxy.core.session;
