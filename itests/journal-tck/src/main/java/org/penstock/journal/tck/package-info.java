/**
 * The suite that every storage of the journal passes: extend each class ending in {@code Behaviour}, give it your storage.
 *
 * <p>{@link org.penstock.journal.tck.FaultyStorage} fails on command, to test what is built upon storages; while no fault is
 * armed it passes the suite itself.
 */
package org.penstock.journal.tck;
