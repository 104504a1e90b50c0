package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * A DROP or TRUNCATE of tables that are not on the same data nodes: one statement for each data source. Immutable.
 *
 * @param statements in the order of the data sources
 */
public record OnePerDataSource(List<PlacedStatement> statements) implements SteppedExecution {
    public OnePerDataSource {
        statements = List.copyOf(statements);
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "OnePerDataSource";
    }

    @Override
    public List<NestedStep> inputs() {
        List<NestedStep> inputs = new ArrayList<>();
        statements.forEach(
                each -> inputs.add(NestedStep.in(each.dataSourceName(), "in its data source", each.statement())));
        return inputs;
    }

    /**
     * A statement with actual names, which is sent as it is written.
     *
     * @param dataSourceName where it is sent
     */
    public record PlacedStatement(String dataSourceName, NestedStatement statement) {}
}
