package org.shardingjdbc.rule.beside;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * Writes beside each write of a table, in its transaction; in autocommit mode the write has one of its own then. Where
 * the values cannot be known that it asks for, the write is refused. Immutable, shared by all threads; asked once for
 * each row of an execution, by the thread that executes, before the write: so it does nothing that takes time, and
 * touches no database by itself.
 */
@Incubating
public interface WritesBeside {
    /** What explanations and refusals call it. */
    String name();

    /**
     * The columns of the table whose values it is told, as the table has them; not empty. An UPDATE that sets none of
     * them concerns it not.
     */
    List<String> columns();

    /**
     * What is executed before the write of a row. What it throws fails the write.
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
