package org.shardingjdbc.feature.shadow.internal;

import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.side.SideChoice;
import org.shardingjdbc.rule.side.StatementValues;

/** Sends marked statements to shadow databases. Immutable, shared by all threads. */
record ShadowRule(ShadowDataSources dataSources, Marks marks) implements Rule {
    static final String NAME = "Shadow";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public DataSourceChoice dataSourceChoice() {
        return dataSources;
    }

    @Override
    public SideChoice sideChoice(PlannedStatement statement, StatementValues values) {
        return marks.of(statement, values);
    }
}
