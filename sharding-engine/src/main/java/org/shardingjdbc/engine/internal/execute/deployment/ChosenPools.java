package org.shardingjdbc.engine.internal.execute.deployment;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.rule.datasource.LastWrite;
import org.shardingjdbc.rule.datasource.TransactionChoices;
import org.shardingjdbc.rule.datasource.TransactionState;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * The pool on which the units of a data source run in one execution: its own, or that of the database which a rule
 * chooses. Stateless; called on the application's thread, whose hints count.
 */
public final class ChosenPools {
    private ChosenPools() {}

    /**
     * The pool of one execution on that data source.
     *
     * @throws ShardingException when it must run on a shadow and there is none
     */
    public static ShardPool of(Deployment deployment, int dataSource, ExecutionFacts facts) {
        DataSourceChoice choice = deployment.choice();
        return choice == null
                ? unchosen(deployment, dataSource, facts.shadow())
                : deployment.pool(choice.choose(dataSource, facts));
    }

    /**
     * The pool of what is no statement and must be where rows are written.
     *
     * @param shadow whether that is on the shadow of production
     * @throws ShardingException when there is none
     */
    public static ShardPool home(Deployment deployment, int dataSource, boolean shadow) {
        return home(deployment, dataSource, null, shadow);
    }

    /**
     * As {@link #home(Deployment, int, boolean)}, in a transaction.
     *
     * @param choices what choices remember in it; null where there is none
     */
    public static ShardPool home(
            Deployment deployment, int dataSource, @Nullable TransactionChoices choices, boolean shadow) {
        DataSourceChoice choice = deployment.choice();
        if (choice == null) {
            return unchosen(deployment, dataSource, shadow);
        }
        return deployment.pool(home(choice, dataSource, choices, shadow));
    }

    /** The index of the database where a data source is written. */
    public static int home(DataSourceChoice choice, int dataSource, boolean shadow) {
        return home(choice, dataSource, null, shadow);
    }

    private static int home(
            DataSourceChoice choice, int dataSource, @Nullable TransactionChoices choices, boolean shadow) {
        return choice.choose(
                dataSource,
                new Facts(
                        StatementKind.OTHER,
                        TransactionState.WRITING,
                        choices,
                        HintValues.NONE,
                        true,
                        shadow,
                        LastWrite.NEVER));
    }

    /** What is told of one execution; of plain reads always the same, as most executions are such. */
    private record Facts(
            StatementKind kind,
            TransactionState transaction,
            @Nullable TransactionChoices choices,
            HintValues hints,
            boolean dependent,
            boolean shadow,
            LastWrite written)
            implements ExecutionFacts {
        private static final Facts OF_READS = new Facts(
                StatementKind.READ, TransactionState.NONE, null, HintValues.NONE, false, false, LastWrite.NEVER);

        @Override
        public boolean isPlainRead() {
            return this == OF_READS;
        }
    }

    private static ShardPool unchosen(Deployment deployment, int dataSource, boolean shadow) {
        if (shadow) {
            throw new ShardingException(
                    ErrorCode.REFUSED_BY_RULE,
                    "The choice of data sources",
                    "the session is on the shadow of production, and the configuration has none now; end the transaction"
                            + " or the scope of the hint");
        }
        return deployment.pool(dataSource);
    }

    /**
     * What a choice is told of the executions of one session. The next one is mostly of the same plan under the same
     * hints, so that what follows from these is kept. Used under the session's lock.
     */
    public static final class ChoiceFacts {
        private @Nullable StatementPlan plan;
        private @Nullable StatementClass statementClass;
        /** What follows from those two, once they are known. */
        private StatementKind kind = StatementKind.READ;
        /** The open scopes, and what they and the statement say; null until they are asked for. */
        private @Nullable HintValues scopes;

        private HintValues hints = HintValues.NONE;
        private Facts facts = Facts.OF_READS;

        private void ofPlan(StatementPlan next, StatementClass nextClass) {
            if (plan != next || statementClass != nextClass) {
                plan = next;
                statementClass = nextClass;
                kind = ChosenPools.kind(run(next), nextClass);
                scopes = null;
            }
        }

        /**
         * Whether an execution of a plan does nothing but read rows.
         *
         * @param nextClass which may be another one than the plan's
         */
        public boolean onlyReads(StatementPlan next, StatementClass nextClass) {
            ofPlan(next, nextClass);
            return kind == StatementKind.READ;
        }

        /**
         * What a choice is told of an execution of a plan.
         *
         * @param nextClass which may be another one than the plan's
         * @param transaction what the transaction did so far
         * @param choices what choices remember in it; null where there is none
         * @param dependent whether it must see what others of its session did
         * @param shadow whether it runs on the shadow of production
         * @param written when its session wrote
         */
        public ExecutionFacts of(
                StatementPlan next,
                StatementClass nextClass,
                TransactionState transaction,
                @Nullable TransactionChoices choices,
                boolean dependent,
                boolean shadow,
                LastWrite written) {
            ofPlan(next, nextClass);
            HintValues open = HintValues.current();
            if (scopes != open) {
                scopes = open;
                hints = run(next) instanceof ShardPlan shards ? shards.hints(open) : open;
            }
            // an execution mostly differs in nothing from the last one
            boolean same = facts.kind() == kind
                    && facts.transaction() == transaction
                    && facts.choices() == choices
                    && facts.hints() == hints
                    && facts.dependent() == dependent
                    && facts.shadow() == shadow
                    && facts.written() == written;
            if (!same) {
                Facts now = new Facts(kind, transaction, choices, hints, dependent, shadow, written);
                facts = now.equals(Facts.OF_READS) ? Facts.OF_READS : now;
            }
            return facts;
        }
    }

    private static StatementKind kind(StatementPlan run, StatementClass statementClass) {
        return statementClass == StatementClass.READ ? readKind(run) : statementClass.kind();
    }

    private static StatementPlan run(StatementPlan plan) {
        return plan instanceof SettingPlan setting ? setting.query() : plan;
    }

    private static StatementKind readKind(StatementPlan run) {
        return run instanceof ShardPlan shards && shards.facts().kind() == StatementKind.READ
                ? StatementKind.READ
                : StatementKind.OTHER_READ;
    }

    /**
     * Refuses that two data sources of one execution are one database: its rows would be found twice.
     *
     * @throws ShardingException when they are
     */
    public static void refuseShared(ShardPool[] pools) {
        for (int i = 1; i < pools.length; i++) {
            for (int before = 0; before < i; before++) {
                if (pools[before] == pools[i]) {
                    throw new ShardingException(
                            ErrorCode.REFUSED_BY_RULE,
                            "The choice of data sources",
                            "two of them would be " + pools[i].name() + " at once");
                }
            }
        }
    }
}
