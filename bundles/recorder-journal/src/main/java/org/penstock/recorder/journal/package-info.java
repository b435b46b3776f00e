/**
 * The recorder {@code journal}: encodes what happens in sessions into records of the journal, and reads them again. The
 * format is docs/record-format.md.
 *
 * <p>Imports API packages only, and exports nothing; tools outside a framework use {@link
 * org.penstock.recorder.journal.RecordedCursor} from the jar.
 */
package org.penstock.recorder.journal;
