package org.penstock.journal.api;

/** What an acknowledged record survives. */
public enum Durability {
    /** A crash of the machine: acknowledged after the data has been synced to the disk. */
    DISK,
    /** A crash of the process: acknowledged after the operating system has taken it. */
    OS,
    /** Nothing: acknowledged when it is in memory, written when convenient. */
    NONE
}
