/**
 * The journal: takes records in through a ring, frames them, brings them to the disk through a storage, takes them up again
 * after a crash, reads them.
 *
 * <p>Private to the bundle. Imports journal-api, the framework and the logging API; the ring is Agrona's, of which the bundle
 * has a copy of its own. {@link org.penstock.journal.core.JournalDirectory} is for tools outside the framework. The format is
 * docs/journal-format.md.
 */
package org.penstock.journal.core;
