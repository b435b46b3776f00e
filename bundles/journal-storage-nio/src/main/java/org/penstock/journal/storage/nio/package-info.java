/** A storage of journals through {@link java.nio.channels.FileChannel}. Private to the bundle; imports journal-api only. */
package org.penstock.journal.storage.nio;
