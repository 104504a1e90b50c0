package org.shardingjdbc.rule.beside;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * Additional writes for each write of a table, in the same transaction; in autocommit mode the write gets a transaction
 * for that. A write is refused if the values that this asks for cannot be determined. Immutable, shared by all threads;
 * asked once for each row of an execution, by the thread that executes, before the write: so it must be quick, and must
 * not access a database.
 */
@Incubating
public interface WritesBeside {
    /** Its name in explanations and refusals. */
    String name();

    /**
     * The columns of the table whose values it receives, by their names in the table; not empty. An UPDATE that sets
     * none of them does not concern it.
     */
    List<String> columns();

    /**
     * Whether a write and what is written beside it have to be committed by all data sources or by none. The write is
     * then refused in transactions of a type that does not promise that, such as LOCAL.
     */
    default boolean together() {
        return false;
    }

    /**
     * The statements that are executed before the write of a row. An exception fails the write.
     *
     * @return never null, in the order in which they are executed; mostly empty
     */
    default List<BesideStatement> before(RowChange change) {
        return List.of();
    }

    /** As {@link #before}, after the write. */
    default List<BesideStatement> after(RowChange change) {
        return List.of();
    }
}
