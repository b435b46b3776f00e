package org.penstock.shell.socket;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What configuration tools show of {@link SocketSettings}. */
@ObjectClassDefinition(
        id = SocketSettings.PID,
        name = "Penstock control socket",
        description = "The shell from outside the process, a Unix-domain socket")
@interface SocketMetatype {
    @AttributeDefinition(
            description =
                    "Path of the socket, in a folder that only its owner may enter; it is made if it is not there")
    String path();

    @AttributeDefinition(name = "clients.max", description = "Clients connected at a time", min = "1", max = "256")
    int clients_max() default 16;
}
