package org.penstock.proxy.core.config;

import java.util.List;
import java.util.Objects;

/**
 * What is recorded of a proxy's sessions.
 *
 * @param recorders names of the recorders; each gets everything
 * @param level how much
 * @param overload what to do while a recorder takes nothing
 * @param opaqueBytes whether, at level FULL, bytes that are not understood are recorded too; else only their number
 */
public record Recording(List<String> recorders, RecordLevel level, Overload overload, boolean opaqueBytes) {
    public Recording {
        recorders = List.copyOf(recorders);
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(overload, "overload");
    }
}
