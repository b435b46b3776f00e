package org.penstock.journal.core;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration as consoles show it; {@link ConfigFile} reads it. */
@ObjectClassDefinition(name = "Penstock journal", description = "The durable log of what the proxies record")
@interface JournalOptions {
    @AttributeDefinition(description = "Where the journal's files are; made if it is not there")
    String directory() default "data/journal";

    @AttributeDefinition(description = "How the disk is touched: the name of a storage, for example nio")
    String storage() default "nio";

    @AttributeDefinition(description = "Size of each file: 64k to 1g, a multiple of 4k")
    String segment_size() default "64m";

    @AttributeDefinition(
            description =
                    "Direct memory between sessions and the disk: a power of two from 64k to 512m. An eighth of it"
                            + " is the longest record")
    String ring_size() default "8m";

    @AttributeDefinition(description = "The oldest files go when all come to more: a size like 10g, or unlimited")
    String retention_bytes() default "unlimited";

    @AttributeDefinition(description = "Files go when all their records are older: 7d, 12h, 30m, or unlimited")
    String retention_age() default "unlimited";

    @AttributeDefinition(
            description =
                    "After a failed write or sync: roll goes on in a new file with what is in memory, stop takes no"
                            + " more records")
    String on_failure() default "roll";
}
