package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.parser.ParsedSql;
import io.shardingjdbc.parser.SqlParser;
import io.shardingjdbc.parser.ast.Clause;
import io.shardingjdbc.parser.ast.JoinedTable;
import io.shardingjdbc.parser.ast.Limit;
import io.shardingjdbc.parser.ast.Node;
import io.shardingjdbc.parser.ast.Parameter;
import io.shardingjdbc.parser.ast.Span;
import io.shardingjdbc.route.internal.catalog.ColumnSchema;
import io.shardingjdbc.route.internal.shape.RouteUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A part of a statement that is pulled as a whole. Immutable.
 *
 * @param node the query, or the branch of a set operation
 * @param rows its text as a statement
 * @param plan that of its text
 */
record LeafQuery(Node node, NestedStatement rows, CompiledPlan plan, StepSource source) {
    /** Whether a data source has tables of it. */
    boolean isOn(int dataSource) {
        return unit(dataSource) != null;
    }

    /**
     * A query without rows for its columns, of a data source that it {@link #isOn}; null when that cannot tell them.
     */
    String columnsSql(int dataSource) {
        RouteUnit unit = unit(dataSource);
        String sql = plan.singleTemplate()
                .render(plan.facts().tableNames(), unit.actualTables(), null)
                .sql();
        boolean asked = rows.sources().length > 0;
        String text = asked ? withoutParameters(sql) : sql;
        if (text == null) {
            return null;
        }
        String empty = "SELECT * FROM (" + text + ") shd WHERE 1 = 0";
        boolean told = !asked || !source.catalog().describe(dataSource, empty).isEmpty();
        return told ? empty : null;
    }

    /** Whether data sources can tell its columns. */
    boolean hasColumns() {
        RouteUnit unit = unit(-1);
        return unit != null && columnsSql(unit.dataSource()) != null;
    }

    /** Whether the database gives its columns names that differ. */
    boolean hasOwnLabels() {
        RouteUnit unit = unit(-1);
        String columns = unit == null ? null : columnsSql(unit.dataSource());
        List<ColumnSchema> schemas =
                columns == null ? List.of() : source.catalog().describe(unit.dataSource(), columns);
        Set<String> labels = new HashSet<>();
        for (ColumnSchema schema : schemas) {
            String label = schema.name().toLowerCase(Locale.ROOT);
            if (label.isBlank() || label.length() > source.names().maxLength() || !labels.add(label)) {
                return false;
            }
        }
        return !labels.isEmpty();
    }

    private RouteUnit unit(int dataSource) {
        int unit = plan.shape().firstUnit(dataSource);
        return unit < 0 ? null : plan.shape().units().get(unit);
    }

    /**
     * The text without LIMIT and with NULL for its parameters, where these decide which rows there are and not what
     * columns; else null.
     */
    private String withoutParameters(String sql) {
        ParsedSql parsed = new SqlParser(source.dialect()).parse(sql);
        List<Span> deleted = new ArrayList<>();
        Tree.all(parsed.statement(), Limit.class).forEach(limit -> deleted.add(limit.span()));
        List<Span> edits = new ArrayList<>(deleted);
        for (Parameter parameter : parsed.parameters()) {
            if (deleted.stream().noneMatch(span -> contains(span, parameter))) {
                if (!isInCondition(parsed, parameter)) {
                    return null;
                }
                edits.add(parameter.span());
            }
        }
        edits.sort(Comparator.comparingInt(Span::start));
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (Span edit : edits) {
            text.append(sql, at, edit.start()).append(deleted.contains(edit) ? "" : "NULL");
            at = edit.stop();
        }
        return text.append(sql, at, sql.length()).toString();
    }

    private static boolean isInCondition(ParsedSql parsed, Parameter parameter) {
        return Tree.any(
                parsed.statement(),
                node -> node instanceof Clause clause && contains(clause.span(), parameter)
                        || node instanceof JoinedTable join
                                && join.on() != null
                                && contains(join.on().span(), parameter));
    }

    private static boolean contains(Span span, Parameter parameter) {
        return span.start() <= parameter.span().start() && parameter.span().stop() <= span.stop();
    }
}
