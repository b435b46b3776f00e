/** The suite {@code swap}: what users notice when a part of Penstock is exchanged under their open connections. */
package org.penstock.benchmarks.swap;
