package org.penstock.proxy.core.config;

/** How much of a session is recorded. */
public enum RecordLevel {
    OFF,
    /** Sessions and exchanges. */
    EXCHANGES,
    /** Those, and every byte that passes. */
    FULL
}
