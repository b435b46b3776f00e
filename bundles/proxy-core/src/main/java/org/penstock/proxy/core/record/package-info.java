/**
 * What a session does to be recorded: its records are numbered and offered to each recorder, and kept, counted or given
 * up by the overload policy where a recorder takes nothing.
 */
package org.penstock.proxy.core.record;
