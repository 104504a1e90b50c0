package org.shardingjdbc.testkit.oracle.internal.judge;

import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * What MySQL 8.0.15 and MariaDB 11.4 do to queries at the cost of the answer. A difference that is gone when the plain
 * database does without it is the database's own: it answers the same query in two ways. Stateless.
 *
 * <p>{@code derived_merge} (MySQL): of a derived table on the inner side of an outer join a constant column is shown,
 * and not NULL, in a row that has no partner; two equal columns of a derived table are one group WITH ROLLUP.
 * {@code split_materialized} (MariaDB): a derived table with GROUP BY, ORDER BY and LIMIT is computed for each row that
 * it is joined with, so that LIMIT counts the rows of that one.
 */
public final class OptimizerDefects {
    private OptimizerDefects() {}

    /** Names in {@code optimizer_switch}. */
    public static List<String> switches(DatabaseKind kind) {
        return switch (kind) {
            case MYSQL -> List.of("derived_merge");
            case MARIADB -> List.of("split_materialized");
            case H2, POSTGRESQL -> List.of();
        };
    }
}
