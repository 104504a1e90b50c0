package org.shardingjdbc.scaling.time;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.Incubating;

/**
 * What {@code TimeTables} will do with actual tables, or has done. Immutable.
 *
 * @param entries in the order in which they are done
 * @param obstacles what prevents work on a table now or will in future, each with its remedy; empty for none
 */
@Incubating
public record TimeTablePlan(List<Entry> entries, List<String> obstacles) {
    /** Copies the lists. */
    public TimeTablePlan {
        entries = List.copyOf(entries);
        obstacles = List.copyOf(obstacles);
    }

    /** What is done with an actual table. */
    @Incubating
    public enum Action {
        /** It is created, and becomes a data node of its logic table. */
        CREATE,
        /** It stops being a data node, so that statements no longer find its rows; the table itself stays. */
        LEAVE,
        /** It is dropped, with its rows. */
        DROP,
        /** It stays in its data source under another name. */
        RENAME,
        /** It is copied to another data source, and then dropped. */
        ARCHIVE
    }

    /**
     * An actual table, and what is done with it.
     *
     * @param action what is done
     * @param table its logic table
     * @param node the actual table, such as {@code ds_0.t_log_202601}
     * @param from before this it has no rows; {@link LocalDateTime#MIN} where it has all of before {@code to}
     * @param to from this on it has no rows
     */
    @Incubating
    public record Entry(Action action, String table, String node, LocalDateTime from, LocalDateTime to) {
        /** One line that can be shown to users. */
        @Override
        public String toString() {
            String time = from.equals(LocalDateTime.MIN) ? "before " + to : from + " to " + to;
            return action.name().toLowerCase(Locale.ROOT) + " " + node + " of " + table + ", " + time;
        }
    }
}
