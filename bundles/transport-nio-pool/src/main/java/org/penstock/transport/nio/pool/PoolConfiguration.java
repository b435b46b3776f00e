package org.penstock.transport.nio.pool;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Describes the configuration to tools that edit it. */
@ObjectClassDefinition(
        id = NioPoolTransport.PID,
        name = "Penstock transport nio-pool",
        description = "An edit holds at once, and moves no session")
@interface PoolConfiguration {
    @AttributeDefinition(
            name = "Workers",
            description = "Threads that run sessions; 0: as many as there are processors, at least 2",
            min = "0",
            max = "64")
    int workers() default 0;
}
