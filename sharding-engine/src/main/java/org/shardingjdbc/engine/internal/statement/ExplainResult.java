package org.shardingjdbc.engine.internal.statement;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalRows;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.Measurement;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ExplainPlan;

/**
 * The rows of {@code EXPLAIN SHARDING}, one for each line of the tree; of its ANALYZE, with the measurements beside the
 * tree; and of {@code PREVIEW}. Stateless.
 */
public final class ExplainResult {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int DIGITS = 3;
    private static final Part PLAN = new Part(List.of(LocalColumn.text("plan")), line -> List.of(line.text()));
    private static final Part UNIT = new Part(
            List.of(
                    LocalColumn.text("data_source_name"),
                    LocalColumn.text("actual_sql"),
                    LocalColumn.text("parameters"),
                    LocalColumn.text("mode")),
            line -> unit(line.node().unit()));
    private static final Part MEASURED = new Part(
            List.of(
                    new LocalColumn("row_count", JDBCType.BIGINT),
                    new LocalColumn("round_trips", JDBCType.INTEGER),
                    new LocalColumn("total_ms", JDBCType.DECIMAL),
                    new LocalColumn("waiting_ms", JDBCType.DECIMAL),
                    new LocalColumn("executing_ms", JDBCType.DECIMAL),
                    new LocalColumn("reading_ms", JDBCType.DECIMAL)),
            line -> measured(line.node().measured()));

    /** Columns that belong together, and their values for a line; null for a line that has none. */
    private record Part(List<LocalColumn> columns, Function<Explanation.Line, List<Object>> values) {
        private List<Object> of(Explanation.Line line) {
            List<Object> known = values.apply(line);
            return known == null ? Collections.nCopies(columns.size(), null) : known;
        }
    }

    private ExplainResult() {}

    /** @param given null for a statement without a PreparedStatement */
    static ResultSet of(ExplainPlan plan, @Nullable Parameters given, LogicStatement statement, Deployment deployment)
            throws SQLException {
        if (plan.answer() == ExplainPlan.Answer.MEASURED_TREE) {
            return rows(
                    new AnalyzeExecution(statement, plan.sql(), given).run().lines(),
                    List.of(PLAN, UNIT, MEASURED),
                    statement);
        }
        Object[] values = given == null ? new Object[0] : given.values();
        List<Explanation.Line> lines = statement
                .session()
                .plans()
                .explainer(deployment)
                .explain(plan.explained(), values, statement.hints())
                .lines();
        if (plan.answer() == ExplainPlan.Answer.TREE) {
            return rows(lines, List.of(PLAN, UNIT), statement);
        }
        return rows(lines.stream().filter(line -> line.node().unit() != null).toList(), List.of(UNIT), statement);
    }

    private static ResultSet rows(List<Explanation.Line> lines, List<Part> parts, LogicStatement statement)
            throws SQLException {
        List<LocalColumn> columns = new ArrayList<>();
        parts.forEach(part -> columns.addAll(part.columns()));
        List<Object[]> rows = new ArrayList<>();
        for (Explanation.Line line : lines) {
            List<Object> row = new ArrayList<>(columns.size());
            parts.forEach(part -> row.addAll(part.of(line)));
            rows.add(row.toArray());
        }
        return LocalRows.limited(
                statement.results(), columns, rows, statement.session().dialect(), statement.options().maxRows);
    }

    private static @Nullable List<Object> unit(@Nullable ExplainedUnit unit) {
        return unit == null
                ? null
                : Arrays.asList(
                        unit.dataSourceName(),
                        unit.actualSql(),
                        unit.parameters().toString(),
                        unit.mode());
    }

    private static @Nullable List<Object> measured(@Nullable Measurement measured) {
        if (measured == null) {
            return null;
        }
        Measurement.LeafTimes leaf = measured.leaf();
        return Arrays.asList(
                measured.rows() < 0 ? null : (Object) measured.rows(),
                measured.roundTrips(),
                millis(measured.nanos()),
                leaf == null ? null : millis(leaf.waiting()),
                leaf == null ? null : millis(leaf.executing()),
                leaf == null ? null : millis(leaf.reading()));
    }

    private static BigDecimal millis(long nanos) {
        return BigDecimal.valueOf(nanos / NANOS_PER_MILLI).setScale(DIGITS, RoundingMode.HALF_UP);
    }
}
