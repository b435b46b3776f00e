/**
 * The suite {@code proxy}: MySQL point selects by sysbench, directly and through each proxy, against one server. How
 * each party is set up is in the resources beside these classes.
 */
package org.penstock.benchmarks.proxy;
