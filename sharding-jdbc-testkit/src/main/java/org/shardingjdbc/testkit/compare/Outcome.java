package org.shardingjdbc.testkit.compare;

import java.sql.SQLException;
import java.util.List;

/** What a statement answered on one side of a comparison. */
public sealed interface Outcome {

    /** A result set, read to its end. */
    record Rows(List<ResultColumn> columns, List<List<Object>> rows) implements Outcome {
        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }
    }

    /**
     * A count of changed rows.
     *
     * @param keys the generated keys, one row each, or null where none were asked for
     */
    record Count(long count, Rows keys) implements Outcome {}

    /** The statement failed. */
    record Failure(SQLException exception) implements Outcome {}
}
