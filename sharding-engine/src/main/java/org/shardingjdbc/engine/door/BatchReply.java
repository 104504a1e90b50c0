package org.shardingjdbc.engine.door;

import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * What the execution of a batch leaves.
 *
 * @param counts how many rows were changed by each row of values, in their order; {@link #UNTOLD} where a driver does
 *     not say it
 * @param keys the generated ones, in the order of the rows of values; without rows where none were asked for
 */
@Incubating
public record BatchReply(List<Long> counts, DoorRows keys) {
    /** The count of a row of values that is executed, by a driver that does not say how many rows it changed. */
    public static final long UNTOLD = Statement.SUCCESS_NO_INFO;

    /** Copies the counts. */
    public BatchReply {
        counts = List.copyOf(counts);
    }
}
