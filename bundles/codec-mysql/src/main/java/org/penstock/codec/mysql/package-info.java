/**
 * The MySQL client/server protocol, as MySQL and MariaDB speak it.
 *
 * <p>Each direction has a {@link org.penstock.codec.mysql.PacketFramer}, which cuts the stream into payloads and gives them
 * to the {@link org.penstock.codec.mysql.PacketSink} of the session's present
 * {@link org.penstock.codec.mysql.Phase}. Imports {@code org.penstock.codec.api} and JDK types only; exports nothing.
 */
package org.penstock.codec.mysql;
