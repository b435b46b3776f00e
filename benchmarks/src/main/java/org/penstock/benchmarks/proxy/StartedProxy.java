package org.penstock.benchmarks.proxy;

import org.penstock.benchmarks.host.ChildProcess;

/**
 * A proxy that was started.
 *
 * @param process its process
 * @param audit to be made after each run
 */
record StartedProxy(ChildProcess process, Audit audit) {}
