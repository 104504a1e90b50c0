package org.shardingjdbc.feature.readwrite.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.readwrite.DataSourceGroup.TransactionalReads;
import org.shardingjdbc.feature.readwrite.internal.health.GroupHealth;
import org.shardingjdbc.feature.readwrite.internal.health.GroupsWatch;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.rule.datasource.TransactionChoices;
import org.shardingjdbc.rule.datasource.TransactionState;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.SwitchListener;

/**
 * Sends reads that depend on nothing else of their session to replicas; everything else goes where rows are written.
 * Shared by all threads.
 */
final class ReadwriteRule implements Rule, DataSourceChoice {
    /** By the primary's index; null where a data source has no replicas. */
    private final Group[] groups;

    private final GroupsWatch watch;
    private final Set<String> harmlessFunctions;

    ReadwriteRule(Group[] groups, Set<String> harmlessFunctions) {
        this.harmlessFunctions = Set.copyOf(harmlessFunctions);
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
    public Set<String> harmlessFunctions() {
        return harmlessFunctions;
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
    public SwitchListener switchListener() {
        return this::switchedOff;
    }

    private void switchedOff(Set<String> dataSources) {
        for (Group group : groups) {
            if (group != null) {
                group.health().switchedOff(dataSources);
            }
        }
    }

    @Override
    public List<Integer> copies(int dataSource) {
        Group group = dataSource < groups.length ? groups[dataSource] : null;
        return group == null ? List.of() : group.health().databases();
    }

    @Override
    public int choose(int dataSource, ExecutionFacts facts) {
        Group group = dataSource < groups.length ? groups[dataSource] : null;
        if (facts.isPlainRead()) {
            return group == null ? dataSource : group.chooseAny();
        }
        boolean may = mayAskReplica(facts);
        if (group == null) {
            return facts.transaction() == TransactionState.NONE ? dataSource : other(dataSource, may, facts);
        }
        if (facts.transaction() != TransactionState.NONE) {
            return inTransaction(group, dataSource, may, facts);
        }
        return may ? group.choose(facts) : writer(group, facts);
    }

    /**
     * The database of a group that is written to.
     *
     * @throws ShardingException when other databases are known to take writes, and none of them may be followed
     */
    private static int writer(Group group, ExecutionFacts facts) {
        String elsewhere = group.health().elsewhere();
        if (elsewhere != null && (facts.kind() == StatementKind.WRITE || facts.kind() == StatementKind.DEFINITION)) {
            throw new ShardingException(
                    ErrorCode.PRIMARY_ELSEWHERE,
                    group.health().writerName(),
                    group.health().group(),
                    elsewhere);
        }
        return group.health().writer();
    }

    @Override
    public void beforeCommit(TransactionChoices choices) {
        for (Group group : groups) {
            if (group != null) {
                requireHome(group, choices);
            }
        }
    }

    @Override
    public void requireHome(String database) {
        for (Group group : groups) {
            if (group != null && group.health().wasLeft(database)) {
                throw moved(group, database);
            }
        }
    }

    private static ShardingException moved(Group group, String from) {
        return new ShardingException(
                ErrorCode.PRIMARY_MOVED,
                group.health().group(),
                from,
                group.health().writerName());
    }

    /** A data source without replicas. */
    private static int other(int dataSource, boolean may, ExecutionFacts facts) {
        TransactionChoices choices = facts.choices();
        if (choices != null && !may && !isReadOnly(facts)) {
            choices.goHome();
        }
        return dataSource;
    }

    private static boolean isReadOnly(ExecutionFacts facts) {
        TransactionChoices choices = facts.choices();
        return choices != null && choices.readOnly() && facts.transaction() == TransactionState.READING;
    }

    /**
     * The database where the group's rows are written. A transaction stays there.
     *
     * @throws ShardingException when the transaction wrote on another database before
     */
    private static int home(Group group, ExecutionFacts facts) {
        TransactionChoices choices = facts.choices();
        if (choices != null && !requireHome(group, choices)) {
            choices.keepHome(group.health().group(), group.health().writerName());
            // the group may have moved meanwhile
            requireHome(group, choices);
        }
        return writer(group, facts);
    }

    /** Returns whether the transaction has a home in the group. That home must be the database that is written to. */
    private static boolean requireHome(Group group, TransactionChoices choices) {
        String before = choices.home(group.health().group());
        if (before != null && !before.equals(group.health().writerName())) {
            throw moved(group, before);
        }
        return before != null;
    }

    private static boolean mayAskReplica(ExecutionFacts facts) {
        return facts.kind() == StatementKind.READ
                && !facts.dependent()
                && !facts.hints().primaryOnly();
    }

    /**
     * The database of a read in a transaction. A transaction that asked a primary for more than such a read stays with
     * the primaries: what it wrote, locked or saw there is newer than any replica. A transaction that was declared
     * read-only writes nothing, and has one replica of a group for all its reads.
     */
    private int inTransaction(Group group, int dataSource, boolean may, ExecutionFacts facts) {
        TransactionChoices choices = facts.choices();
        if (choices == null || !choices.mayReadElsewhere()) {
            return home(group, facts);
        }
        boolean readOnly = isReadOnly(facts);
        if (may && !readOnly && facts.hints().replicaAllowed()) {
            return group.choose(facts);
        }
        if (!may && !readOnly) {
            choices.goHome();
        }
        if (!may || choices.isHome() || facts.transaction() == TransactionState.WRITING) {
            return home(group, facts);
        }
        if (!readOnly && group.transactionalReads() != TransactionalReads.FIXED) {
            return group.transactionalReads() == TransactionalReads.DYNAMIC ? group.choose(facts) : home(group, facts);
        }
        int before = choices.chosen(this, dataSource);
        if (before >= 0) {
            return group.stillHas(before, facts) ? before : home(group, facts);
        }
        int chosen = group.choose(facts);
        choices.choose(this, dataSource, chosen);
        return chosen;
    }
}
