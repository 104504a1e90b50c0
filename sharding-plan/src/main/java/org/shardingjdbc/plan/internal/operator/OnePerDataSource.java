package org.shardingjdbc.plan.internal.operator;

import java.util.List;

/**
 * A DROP or TRUNCATE of tables that are not on the same data nodes: one statement for each data source. Immutable.
 *
 * @param statements with actual names, each for a data source that its hint names
 */
public record OnePerDataSource(List<NestedStatement> statements) implements SteppedExecution {
    public OnePerDataSource {
        statements = List.copyOf(statements);
    }
}
