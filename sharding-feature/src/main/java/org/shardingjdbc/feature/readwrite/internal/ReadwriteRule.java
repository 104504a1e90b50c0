package org.shardingjdbc.feature.readwrite.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.feature.readwrite.internal.health.GroupHealth;
import org.shardingjdbc.feature.readwrite.internal.health.GroupsWatch;
import org.shardingjdbc.rule.DataSourceChoice;
import org.shardingjdbc.rule.ExecutionFacts;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.TransactionState;
import org.shardingjdbc.rule.watch.DatabaseWatch;

/**
 * Sends reads to replicas that do not depend on anything else of their session; everything else stays where the rows
 * are written. Shared by all threads.
 */
final class ReadwriteRule implements Rule, DataSourceChoice {
    /** By the primary's index; null where a data source has no replicas. */
    private final Group[] groups;

    private final GroupsWatch watch;

    ReadwriteRule(Group[] groups) {
        this.groups = groups.clone();
        List<GroupHealth> watched = new ArrayList<>();
        for (Group group : groups) {
            if (group != null) {
                watched.add(group.health());
            }
        }
        this.watch = new GroupsWatch(watched);
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
    public DatabaseWatch databaseWatch() {
        return watch;
    }

    @Override
    public int choose(int dataSource, ExecutionFacts facts) {
        Group group = dataSource < groups.length ? groups[dataSource] : null;
        return group != null && mayAskReplica(facts) ? group.choose(dataSource, facts.written()) : dataSource;
    }

    private static boolean mayAskReplica(ExecutionFacts facts) {
        return facts.kind() == StatementKind.READ
                && facts.transaction() == TransactionState.NONE
                && !facts.dependent()
                && !facts.hints().primaryOnly();
    }
}
