/** A proxy's configuration: parsed once at the edge into immutable values, every mistake told in one line. */
package org.penstock.proxy.core.config;
