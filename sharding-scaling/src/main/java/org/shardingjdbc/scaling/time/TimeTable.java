package org.shardingjdbc.scaling.time;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.scaling.time.TimeTablePlan.Action;

/**
 * An actual table that has the rows of some time. Immutable.
 *
 * @param table its logic table
 * @param node the actual table, such as {@code ds_0.t_log_202601}
 * @param from before this it has no rows; {@link LocalDateTime#MIN} where it has all of before {@code to}
 * @param to from this on it has no rows
 * @param state whether statements use it
 * @param next what the next round will do with it; null for nothing
 */
@Incubating
public record TimeTable(
        String table,
        String node,
        LocalDateTime from,
        LocalDateTime to,
        State state,
        @Nullable Action next) {
    /** Whether statements use an actual table. */
    @Incubating
    public enum State {
        /** It is a data node of its logic table. */
        NODE,
        /** It is wanted, and is no data node yet. */
        MISSING,
        /** It has left the rules, and waits for its retirement. */
        LEFT
    }
}
