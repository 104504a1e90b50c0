package org.shardingjdbc.engine.internal.door;

/** What an execution leaves: rows, or a count. */
public sealed interface Reply permits DoorRows, Reply.Changes {
    /**
     * Rows were changed, or nothing is to be told.
     *
     * @param count how many
     * @param keys the generated ones; without rows where none were asked for
     */
    record Changes(long count, DoorRows keys) implements Reply {}
}
