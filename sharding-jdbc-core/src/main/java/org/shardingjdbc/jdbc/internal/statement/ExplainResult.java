package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.result.LocalColumn;
import org.shardingjdbc.jdbc.internal.result.OwnRows;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.operator.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.SessionPlan;
import org.shardingjdbc.plan.internal.operator.SettingPlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.ShowPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.rule.hint.HintValues;

/** The rows of {@code EXPLAIN SHARDING}, a line of the drawing each, and of {@code PREVIEW}. Stateless. */
public final class ExplainResult {
    private static final LocalColumn PLAN = LocalColumn.text("plan");
    private static final List<LocalColumn> UNIT = List.of(
            LocalColumn.text("data_source_name"),
            LocalColumn.text("actual_sql"),
            LocalColumn.text("parameters"),
            LocalColumn.text("mode"));

    private ExplainResult() {}

    static ResultSet of(ExplainPlan plan, Parameters given, LogicStatement statement, Deployment deployment) {
        Explanation explanation = explain(plan.explained(), given.values(), statement.hints(), deployment);
        List<LocalColumn> columns = new ArrayList<>(UNIT);
        List<Object[]> rows = new ArrayList<>();
        if (plan.unitsOnly()) {
            explanation.units().forEach(unit -> rows.add(row(unit).toArray()));
        } else {
            columns.add(0, PLAN);
            for (Explanation.Line line : explanation.lines()) {
                List<Object> row = row(line.node().unit());
                row.add(0, line.text());
                rows.add(row.toArray());
            }
        }
        return OwnRows.of(
                statement.results(), columns, rows, statement.session().dialect());
    }

    private static List<Object> row(ExplainedUnit unit) {
        return unit == null
                ? new ArrayList<>(Collections.nCopies(UNIT.size(), null))
                : new ArrayList<>(Arrays.asList(
                        unit.dataSourceName(),
                        unit.actualSql(),
                        unit.parameters().toString(),
                        unit.mode()));
    }

    /**
     * What a plan would do, without doing it.
     *
     * @param parameters 0-based, one for each placeholder
     * @throws ShardingException when there are fewer or more of them than placeholders
     */
    public static Explanation explain(
            StatementPlan plan, Object[] parameters, HintValues hints, Deployment deployment) {
        int wanted = plan.parameterCount();
        if (parameters.length < wanted) {
            throw new ShardingException(ErrorCode.PARAMETER_MISSING, parameters.length + 1, wanted);
        }
        if (parameters.length > wanted) {
            throw new ShardingException(ErrorCode.PARAMETER_INDEX_OUT_OF_RANGE, wanted + 1, wanted);
        }
        if (plan instanceof ShardPlan shards) {
            Object[] values = withKeys(parameters, StatementExecution.generate(shards.generatedKeys()));
            return shards.explain(values, hints, deployment.props().maxConnectionsPerQuery());
        }
        if (plan instanceof ExplainPlan inner) {
            return Explanation.of("Explain", "", List.of(explain(inner.explained(), parameters, hints, deployment)));
        }
        if (plan instanceof SettingPlan setting) {
            Object[] all = Arrays.copyOf(parameters, setting.query().parameterCount());
            return Explanation.of(
                    "Session",
                    "the connection remembers what it sets",
                    List.of(explain(setting.query(), all, hints, deployment)));
        }
        if (plan instanceof SessionPlan session) {
            return Explanation.of("Session", "the connection remembers it: " + session.sql(), List.of());
        }
        ShowPlan show = (ShowPlan) plan;
        return Explanation.of("Show", "actual names as logic names: " + show.sql(), List.of());
    }

    private static Object[] withKeys(Object[] parameters, Object[] keys) {
        if (keys == null) {
            return parameters;
        }
        Object[] values = Arrays.copyOf(parameters, parameters.length + keys.length);
        System.arraycopy(keys, 0, values, parameters.length, keys.length);
        return values;
    }
}
