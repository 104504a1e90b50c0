package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.result.LocalColumn;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.ExplainPlan;
import org.shardingjdbc.plan.internal.SessionPlan;
import org.shardingjdbc.plan.internal.SettingPlan;
import org.shardingjdbc.plan.internal.ShardPlan;
import org.shardingjdbc.plan.internal.ShowPlan;
import org.shardingjdbc.plan.internal.StatementPlan;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;

/** The rows of {@code EXPLAIN SHARDING} and {@code PREVIEW}. Stateless. */
public final class ExplainResult {
    private static final List<LocalColumn> COLUMNS = List.of(
            LocalColumn.text("data_source_name"),
            LocalColumn.text("actual_sql"),
            LocalColumn.text("parameters"),
            LocalColumn.text("route"),
            LocalColumn.text("mode"),
            LocalColumn.text("merge"),
            LocalColumn.text("certificate"));

    private ExplainResult() {}

    /** The rows, one for each execution unit. */
    static ResultSet of(ExplainPlan plan, Parameters given, ShardingStatement statement, Deployment deployment) {
        List<Object[]> rows = new ArrayList<>();
        for (Explanation each : explain(plan.explained(), given.values(), statement.hints(), deployment)) {
            rows.add(new Object[] {
                each.dataSourceName(),
                each.actualSql(),
                each.parameters(),
                each.route(),
                each.mode(),
                each.merge(),
                each.certificate()
            });
        }
        return OwnRows.ofStatement(statement, COLUMNS, rows);
    }

    /**
     * What a SQL text would do, without doing it; hints of this thread count.
     *
     * @param parameters 0-based, one for each placeholder
     * @throws ShardingException when the SQL is wrong, or there are fewer or more parameters than placeholders
     */
    public static List<Explanation> explain(Deployment deployment, String sql, Object[] parameters) {
        return explain(deployment.plan(sql).plan(), parameters, ShardingHint.current(), deployment);
    }

    /**
     * What a plan would do, without doing it.
     *
     * @param parameters 0-based, one for each placeholder
     * @throws ShardingException when there are fewer or more of them than placeholders
     */
    public static List<Explanation> explain(
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
            return explain(inner.explained(), parameters, hints, deployment);
        }
        if (plan instanceof SettingPlan setting) {
            return explain(setting.setting(), parameters, hints, deployment);
        }
        if (plan instanceof SessionPlan session) {
            return List.of(new Explanation(
                    null, session.sql(), "[]", "SESSION", "", "", "PASS_THROUGH: the connection remembers it"));
        }
        ShowPlan show = (ShowPlan) plan;
        return List.of(new Explanation(
                null, show.sql(), "[]", "SHOW", "", "", "MERGED: actual names are shown as logic names"));
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
