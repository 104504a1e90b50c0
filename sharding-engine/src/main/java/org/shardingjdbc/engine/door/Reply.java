package org.shardingjdbc.engine.door;

import org.shardingjdbc.Incubating;

/** What an execution leaves: rows, or a count. */
@Incubating
public sealed interface Reply permits DoorRows, Reply.Changes {
    /**
     * Rows were changed, or there is nothing to return.
     *
     * @param count how many
     * @param keys the generated ones; without rows where none were asked for
     */
    @Incubating
    record Changes(long count, DoorRows keys) implements Reply {}
}
