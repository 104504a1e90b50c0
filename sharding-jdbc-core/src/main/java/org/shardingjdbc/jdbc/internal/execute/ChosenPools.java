package org.shardingjdbc.jdbc.internal.execute;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.SettingPlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.DataSourceChoice;
import org.shardingjdbc.rule.ExecutionFacts;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.TransactionChoices;
import org.shardingjdbc.rule.TransactionState;
import org.shardingjdbc.rule.WrittenBefore;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * The pool on which the units of a data source run in one execution: its own, or that of the database which a rule
 * chooses. Stateless; called on the application's thread, whose hints count.
 */
public final class ChosenPools {
    private ChosenPools() {}

    /**
     * What an execution depends on, besides its statement.
     *
     * @param transaction what the transaction did so far
     * @param choices what choices remember in it; null where there is none
     * @param dependent whether it must see what others of its session did
     * @param shadow whether it runs on the shadow of production
     * @param written when it wrote
     */
    public record SessionFacts(
            TransactionState transaction,
            TransactionChoices choices,
            boolean dependent,
            boolean shadow,
            WrittenBefore written) {}

    /**
     * The pool of one execution of that plan on that data source.
     *
     * @throws ShardingException when it must run on a shadow and there is none
     */
    public static ShardPool of(
            DeployedPlan deployed, int dataSource, StatementClass statementClass, SessionFacts session) {
        Deployment deployment = deployed.deployment();
        DataSourceChoice choice = deployment.choice();
        if (choice == null) {
            return unchosen(deployment, dataSource, session.shadow());
        }
        return deployment.pool(choice.choose(dataSource, facts(deployed.plan(), statementClass, session)));
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
    public static ShardPool home(Deployment deployment, int dataSource, TransactionChoices choices, boolean shadow) {
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

    private static int home(DataSourceChoice choice, int dataSource, TransactionChoices choices, boolean shadow) {
        return choice.choose(
                dataSource,
                new ExecutionFacts(
                        StatementKind.OTHER,
                        TransactionState.WRITING,
                        choices,
                        HintValues.NONE,
                        true,
                        shadow,
                        WrittenBefore.NEVER));
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

    /** What a choice is told of one execution of a plan. */
    public static ExecutionFacts facts(StatementPlan plan, StatementClass statementClass, SessionFacts session) {
        HintValues scopes = ShardingHint.current();
        StatementPlan run = plan instanceof SettingPlan setting ? setting.query() : plan;
        HintValues hints = run instanceof ShardPlan shards ? shards.hints(scopes) : scopes;
        boolean read = statementClass == StatementClass.READ;
        StatementKind kind = read ? readKind(run) : statementClass.kind();
        return new ExecutionFacts(
                kind,
                session.transaction(),
                session.choices(),
                hints,
                session.dependent(),
                session.shadow(),
                session.written());
    }

    /** Whether an execution of a plan does nothing but read rows. */
    public static boolean onlyReads(StatementPlan plan, StatementClass statementClass) {
        StatementPlan run = plan instanceof SettingPlan setting ? setting.query() : plan;
        return statementClass == StatementClass.READ && readKind(run) == StatementKind.READ;
    }

    private static StatementKind readKind(StatementPlan run) {
        return run instanceof ShardPlan shards && shards.kind() == StatementKind.READ
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
