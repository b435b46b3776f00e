/**
 * The contract of the journal, a durable, append-only, segmented log of byte records, and of the storage under it.
 *
 * <p>{@link org.penstock.journal.api.Journal} is implemented by journal-core and used by recorders and the shell;
 * {@link org.penstock.journal.api.Storage} is implemented by the {@code journal-storage-*} bundles and used by journal-core
 * alone. Imports JDK types only. The format is docs/journal-format.md.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package org.penstock.journal.api;
