package org.shardingjdbc.engine.internal.explain;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.ChosenPools;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.rule.datasource.LastWrite;
import org.shardingjdbc.rule.datasource.TransactionChoices;
import org.shardingjdbc.rule.datasource.TransactionState;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.Sides;

/**
 * Explains plans with the databases that rules would choose now, in place of the data sources where they place tables.
 * One per explanation.
 *
 * @param transaction in which they would be executed
 * @param choices what choices remember in it, which they may change
 * @param side where that transaction is; {@link Side#ANY} where nothing of it ran
 */
public record ChosenDatabases(
        Deployment deployment,
        TransactionState transaction,
        @Nullable TransactionChoices choices,
        Side side) {
    /** The tree of an execution. Of steps that write, only their own executions know where they go. */
    Explanation explain(ShardPlan plan, Object[] parameters, HintValues hints) {
        GeneratedKeys keys = plan.generatedKeys();
        Object[] given = parameters.clone();
        if (keys != null && given.length > 0) {
            keys.fill(parameters, (parameter, key) -> given[parameter] = key);
        }
        Object[] values = withKeys(given, plan.makeKeys());
        Explanation tree = new Explainer(plan, deployment.props().maxConnectionsPerQuery()).explain(values, hints);
        DataSourceChoice choice = deployment.choice();
        if (choice == null) {
            return tree;
        }
        boolean whole = plan.decide(values, hints).isProved();
        return whole || plan.statementClass() == StatementClass.READ
                ? chosen(tree, choice, facts(plan, values, hints, whole))
                : tree;
    }

    private ExecutionFacts facts(ShardPlan plan, Object[] values, HintValues hints, boolean whole) {
        Side there = side == Side.ANY ? plan.side(values, hints) : side;
        return new ChosenPools.ChoiceFacts()
                .of(plan, plan.statementClass(), transaction, choices, !whole, Sides.ofOne(there), LastWrite.NEVER);
    }

    private static Object[] withKeys(Object[] parameters, Object @Nullable [] keys) {
        if (keys == null) {
            return parameters;
        }
        Object[] values = Arrays.copyOf(parameters, parameters.length + keys.length);
        System.arraycopy(keys, 0, values, parameters.length, keys.length);
        return values;
    }

    private Explanation chosen(Explanation tree, DataSourceChoice choice, ExecutionFacts facts) {
        List<Explanation> inputs = tree.inputs().stream()
                .map(input -> chosen(input, choice, facts))
                .toList();
        ExplainedUnit unit = tree.unit();
        if (unit == null || unit.dataSourceName() == null) {
            return new Explanation(tree.operator(), tree.detail(), unit, tree.measured(), inputs);
        }
        int dataSource = deployment.rules().dataSourceNames().indexOf(unit.dataSourceName());
        String name = deployment.pool(choice.choose(dataSource, facts)).name();
        String detail = name.equals(unit.dataSourceName()) ? "" : "for " + unit.dataSourceName();
        ExplainedUnit there = new ExplainedUnit(name, unit.actualSql(), unit.parameters(), unit.mode());
        return new Explanation(name, detail, there, tree.measured(), inputs);
    }
}
