package org.shardingjdbc.scaling.time;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.Incubating;

/**
 * What {@code TimeTables} does or has done. Immutable.
 *
 * @param entries in the order in which it is done
 * @param obstacles what forbids it for a table, or will one day, with the remedy; empty where nothing does
 */
@Incubating
public record TimeTablePlan(List<Entry> entries, List<String> obstacles) {
    /** Copies the lists. */
    public TimeTablePlan {
        entries = List.copyOf(entries);
        obstacles = List.copyOf(obstacles);
    }

    /** What becomes of an actual table. */
    @Incubating
    public enum Action {
        /** It is made and becomes a data node. */
        CREATE,
        /** It is no data node any more, and its rows are found by no statement. */
        LEAVE,
        /** It is dropped. */
        DROP,
        /** It gets another name. */
        RENAME,
        /** It is copied to another data source and dropped. */
        ARCHIVE
    }

    /**
     * One actual table and what becomes of it.
     *
     * @param table the logic table
     * @param node as {@code ds_0.t_log_202601}
     * @param from the first moment of its rows
     * @param to the first moment that is not of its rows any more
     */
    @Incubating
    public record Entry(Action action, String table, String node, LocalDateTime from, LocalDateTime to) {
        /** A line for users. */
        @Override
        public String toString() {
            return action.name().toLowerCase(Locale.ROOT) + " " + node + " of " + table + ", " + from + " to " + to;
        }
    }
}
