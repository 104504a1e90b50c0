package org.shardingjdbc.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SQL that goes to a data source. Immutable.
 *
 * @param dataSourceName null where values that are found before decide it, one execution at a time; then the SQL is
 *     logic SQL, planned like any other
 * @param actualSql what the data source gets
 * @param parameters where the value of each placeholder comes from, such as {@code ?1} or {@code key 1}; values of the
 *     application are not shown
 * @param mode {@code MEMORY_STRICT} (a connection of its own, rows stream) or {@code CONNECTION_STRICT}; null where it
 *     is not known
 */
public record ExplainedUnit(
        @Nullable String dataSourceName,
        String actualSql,
        List<String> parameters,
        @Nullable String mode) {
    public ExplainedUnit {
        parameters = List.copyOf(parameters);
    }

    /** The SQL and its parameters. */
    @Override
    public String toString() {
        return parameters.isEmpty() ? actualSql : actualSql + " " + parameters;
    }
}
