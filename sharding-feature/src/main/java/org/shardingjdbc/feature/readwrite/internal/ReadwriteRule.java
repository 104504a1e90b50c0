package org.shardingjdbc.feature.readwrite.internal;

import org.shardingjdbc.rule.DataSourceChoice;
import org.shardingjdbc.rule.ExecutionFacts;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.TransactionState;

/**
 * Sends reads to replicas that do not depend on anything else of their session; everything else stays where the rows
 * are written. Immutable, shared by all threads.
 */
final class ReadwriteRule implements Rule, DataSourceChoice {
    /** By the primary's index; null where a data source has no replicas. */
    private final Group[] groups;

    ReadwriteRule(Group[] groups) {
        this.groups = groups.clone();
    }

    @Override
    public String name() {
        return "Read-write splitting";
    }

    @Override
    public DataSourceChoice dataSourceChoice() {
        return this;
    }

    @Override
    public int choose(int dataSource, ExecutionFacts facts) {
        Group group = dataSource < groups.length ? groups[dataSource] : null;
        return group != null && mayAskReplica(facts) ? group.choose() : dataSource;
    }

    private static boolean mayAskReplica(ExecutionFacts facts) {
        return facts.kind() == StatementKind.READ
                && facts.transaction() == TransactionState.NONE
                && !facts.dependent()
                && !facts.hints().primaryOnly();
    }
}
