package org.shardingjdbc.jdbc.internal.execute;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.DataSourceChoice;
import org.shardingjdbc.rule.ExecutionFacts;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * The pool on which the units of a data source run in one execution: its own, or that of the database which a rule
 * chooses. Stateless; called on the application's thread, whose hints count.
 */
public final class ChosenPools {
    private ChosenPools() {}

    /** The pool of one execution on that data source. */
    public static ShardPool of(
            Deployment deployment, int dataSource, StatementClass statementClass, boolean transaction) {
        DataSourceChoice choice = deployment.choice();
        return choice == null
                ? deployment.pool(dataSource)
                : deployment.pool(choice.choose(
                        dataSource, new ExecutionFacts(statementClass.kind(), transaction, ShardingHint.current())));
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
