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
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.Sides;

/**
 * Finds the pool on which the units of a data source run in one execution: the data source's own, or that of the
 * database that a rule chooses. Stateless; called on the application's thread, whose hints count.
 */
public final class ChosenPools {
    private ChosenPools() {}

    /**
     * The pool of one execution for that data source.
     *
     * @throws ShardingException when the execution must run on a side that no rule has
     */
    public static ShardPool of(Deployment deployment, int dataSource, ExecutionFacts facts) {
        DataSourceChoice choice = deployment.choice();
        return choice == null
                ? unchosen(deployment, dataSource, facts.side())
                : deployment.pool(choice.choose(dataSource, facts));
    }

    /**
     * The pool where a data source is written, for something that is no statement.
     *
     * @param side production, or what a rule has in its place
     * @throws ShardingException when no rule has that
     */
    public static ShardPool home(Deployment deployment, int dataSource, Side side) {
        return home(deployment, dataSource, null, side);
    }

    /**
     * As {@link #home(Deployment, int, Side)}, in a transaction.
     *
     * @param choices that the transaction remembers; null where there is none
     */
    public static ShardPool home(
            Deployment deployment, int dataSource, @Nullable TransactionChoices choices, Side side) {
        DataSourceChoice choice = deployment.choice();
        if (choice == null) {
            return unchosen(deployment, dataSource, side);
        }
        return deployment.pool(home(choice, dataSource, choices, side));
    }

    /** The index of the database where a data source is written. */
    public static int home(DataSourceChoice choice, int dataSource, Side side) {
        return home(choice, dataSource, null, side);
    }

    private static int home(DataSourceChoice choice, int dataSource, @Nullable TransactionChoices choices, Side side) {
        return choice.choose(
                dataSource,
                new Facts(
                        StatementKind.OTHER,
                        TransactionState.WRITING,
                        choices,
                        HintValues.NONE,
                        true,
                        side,
                        LastWrite.NEVER));
    }

    /** The facts of one execution. Plain reads share one object, as most executions are such. */
    private record Facts(
            StatementKind kind,
            TransactionState transaction,
            @Nullable TransactionChoices choices,
            HintValues hints,
            boolean dependent,
            Side side,
            LastWrite written)
            implements ExecutionFacts {
        private static final Facts OF_READS = new Facts(
                StatementKind.READ,
                TransactionState.NONE,
                null,
                HintValues.NONE,
                false,
                Side.PRODUCTION,
                LastWrite.NEVER);

        @Override
        public boolean isPlainRead() {
            return this == OF_READS;
        }
    }

    private static ShardPool unchosen(Deployment deployment, int dataSource, Side side) {
        if (side != Side.PRODUCTION) {
            throw new ShardingException(
                    ErrorCode.REFUSED_BY_RULE,
                    "The choice of data sources",
                    "the session is on " + Sides.words(side)
                            + " of production, and the configuration has none now; end the transaction"
                            + " or the scope of the hint");
        }
        return deployment.pool(dataSource);
    }

    /**
     * Makes the facts of a session's executions for the choice of databases. The next execution mostly has the same
     * plan under the same hints, so what follows from these is kept. Used under the session's lock.
     */
    public static final class ChoiceFacts {
        private @Nullable StatementPlan plan;
        private @Nullable StatementClass statementClass;
        /** Follows from plan and statement class, once they are known. */
        private StatementKind kind = StatementKind.READ;
        /** The open scopes of hints for which {@link #hints} was made; null until they are asked for. */
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
         * Whether an execution of a plan only reads rows.
         *
         * @param nextClass may differ from the plan's class
         */
        public boolean onlyReads(StatementPlan next, StatementClass nextClass) {
            ofPlan(next, nextClass);
            return kind == StatementKind.READ;
        }

        /**
         * The facts of an execution of a plan.
         *
         * @param nextClass may differ from the plan's class
         * @param transaction what the transaction did so far
         * @param choices that the transaction remembers; null where there is none
         * @param dependent whether the execution must see what other executions of its session did
         * @param side where the execution runs: production, or what a rule has in its place
         * @param written when the session wrote
         */
        public ExecutionFacts of(
                StatementPlan next,
                StatementClass nextClass,
                TransactionState transaction,
                @Nullable TransactionChoices choices,
                boolean dependent,
                Side side,
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
                    && facts.side() == side
                    && facts.written() == written;
            if (!same) {
                Facts now = new Facts(kind, transaction, choices, hints, dependent, side, written);
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
     * Refuses an execution in which two data sources are the same database: its rows would be found twice.
     *
     * @throws ShardingException when they are the same
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
