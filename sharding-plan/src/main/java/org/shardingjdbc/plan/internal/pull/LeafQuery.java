package org.shardingjdbc.plan.internal.pull;

import java.sql.Types;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.shape.RouteKind;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * A part of a statement that is pulled as a whole. Immutable.
 *
 * @param node the query, or the branch of a set operation
 * @param rows the same as a statement
 * @param planned the plan of that
 * @param typed the plan of one without parameters that has the same columns; null where there is none
 */
record LeafQuery(
        Node node,
        NestedStatement rows,
        CompiledPlan.Placed planned,
        CompiledPlan.@Nullable Placed typed,
        StepSource source) {
    /**
     * The part, where it is answered without pulling; else null.
     *
     * @param made its tree as a statement
     * @param sources as {@link NestedStatement#sources}
     */
    static @Nullable LeafQuery of(Node node, ParsedSql made, int[] sources, StepSource source) {
        NestedStatement rows = new NestedStatement(made, NestedPart.WHOLE, sources);
        CompiledPlan.Placed planned = answered(rows, source);
        if (planned == null) {
            return null;
        }
        CompiledPlan.Placed typed = made.parameters().isEmpty() ? planned : typed(made, source);
        return new LeafQuery(node, rows, planned, typed, source);
    }

    private static CompiledPlan.@Nullable Placed typed(ParsedSql made, StepSource source) {
        ParsedSql without = withoutParameters(made, source.tools().parser());
        return without.parameters().isEmpty()
                ? CompiledPlan.placed(
                        source.planner().tried(new NestedStatement(without, NestedPart.WHOLE, new int[0])))
                : null;
    }

    /** The plan of a query that is answered without pulling whatever its parameters; else null: tables are pulled. */
    static CompiledPlan.@Nullable Placed answered(NestedStatement rows, StepSource source) {
        CompiledPlan.Placed planned = CompiledPlan.placed(source.planner().tried(rows));
        if (planned == null || planned.shape().kind() == RouteKind.CARTESIAN) {
            return null;
        }
        boolean one = planned.shape().units().size() == 1;
        return one || planned.plan().several().isProved() ? planned : null;
    }

    /** Whether a data source has all tables of it. */
    boolean isOn(int dataSource) {
        return unit(planned, dataSource) != null;
    }

    /**
     * A query without rows for its columns; null where it is not {@link #isOn} the data source, or that cannot tell
     * them: for parameters, or because H2 does not take an ordered {@code IN (SELECT ...)} inside a query of FROM.
     */
    @Nullable
    String columnsSql(int dataSource) {
        RouteUnit unit = typed == null ? null : unit(typed, dataSource);
        if (typed == null || unit == null || !isOn(dataSource)) {
            return null;
        }
        String text = typed.one()
                .template()
                .render(typed.plan().facts().tableNames(), unit.actualTables(), null)
                .sql();
        String empty = "SELECT * FROM (" + text + ") shd WHERE 1 = 0";
        boolean asked = rows.sources().length > 0;
        boolean doubtful = asked || Tree.any(node, each -> each instanceof Query inner && inner.orderBy() != null);
        boolean told =
                !doubtful || !source.catalog().describe(dataSource, empty).isEmpty();
        return told ? wideEnough(empty, text, dataSource) : null;
    }

    /** The same with columns that take all values, where the database declares averages too narrow. */
    private String wideEnough(String empty, String text, int dataSource) {
        if (!source.dialect().temporaries().narrowsAverages() || !Tree.any(node, LeafQuery::isAverage)) {
            return empty;
        }
        Naming naming = source.dialect().naming();
        StringJoiner columns = new StringJoiner(", ");
        for (ColumnSchema column : source.catalog().describe(dataSource, empty)) {
            String name = naming.quoted(column.name());
            boolean decimal = column.jdbcType() == Types.DECIMAL || column.jdbcType() == Types.NUMERIC;
            columns.add(decimal ? name + " + CAST(0 AS DECIMAL(50, 0)) AS " + name : name);
        }
        return columns.length() == 0 ? empty : "SELECT " + columns + " FROM (" + text + ") shd WHERE 1 = 0";
    }

    private static boolean isAverage(Node node) {
        return node instanceof FunctionCall call && Functions.builtIn(call).equals("avg");
    }

    /** Whether data sources can tell its columns. */
    boolean hasColumns() {
        RouteUnit unit = unit(planned, -1);
        return unit != null && columnsSql(unit.dataSource()) != null;
    }

    /** Whether the database gives its columns names that differ. */
    boolean hasOwnLabels() {
        Set<String> labels = new HashSet<>();
        for (ColumnSchema schema : columns()) {
            String label = schema.name().toLowerCase(Locale.ROOT);
            if (label.isBlank() || label.length() > source.names().maxLength() || !labels.add(label)) {
                return false;
            }
        }
        return !labels.isEmpty();
    }

    /** Whether it has columns of type CHARACTER: H2 pads their values in a table, and not where it computes them. */
    boolean hasFixedTexts() {
        return columns().stream().anyMatch(column -> column.jdbcType() == Types.CHAR);
    }

    /** As the database tells them; empty where it cannot. */
    private List<ColumnSchema> columns() {
        RouteUnit unit = unit(planned, -1);
        String columns = unit == null ? null : columnsSql(unit.dataSource());
        return unit == null || columns == null ? List.of() : source.catalog().describe(unit.dataSource(), columns);
    }

    private static @Nullable RouteUnit unit(CompiledPlan.Placed planned, int dataSource) {
        int unit = planned.shape().firstUnit(dataSource);
        return unit < 0 ? null : planned.shape().units().get(unit);
    }

    /**
     * The statement without LIMIT and with FALSE for the conditions that have parameters, for these decide which rows
     * there are and not what columns. NULL for a parameter would do for most, but MariaDB tries to convert it when it
     * makes a table of {@code id NOT IN (NULL, NULL)}.
     */
    private static ParsedSql withoutParameters(ParsedSql parsed, SqlParser parser) {
        Set<Node> conditions = conditions(parsed);
        TreeEdits edits = new TreeEdits(parsed);
        Nodes.walk(parsed.statement(), node -> {
            if (conditions.contains(node) && Tree.any(node, Parameter.class::isInstance)) {
                edits.replace(node, new SqlPrinter(parser.dialect()).made(MadeNodes.never(), null));
                return false;
            }
            if (node instanceof Query query && query.limit() != null) {
                edits.change(query, withLimit(query, query.limit()), MadeText.NOTHING, LeafQuery::unlimited);
            }
            return !(node instanceof Limit);
        });
        return edits.renumbered(parser).parsed();
    }

    /** What goes with the LIMIT of a query: what parts it from what stands before it, or behind TOP. */
    private static Span withLimit(Query query, Limit rows) {
        Span limit = rows.span();
        if (rows.top()) {
            return new Span(limit.start(), ((Select) query.body()).itemsSpan().start());
        }
        int before = query.body().span().stop();
        if (query.orderBy() != null) {
            before = query.orderBy().span().stop();
        }
        for (Locking locking : query.locking()) {
            if (locking.span().stop() <= limit.start()) {
                before = locking.span().stop();
            }
        }
        return new Span(before, limit.stop());
    }

    private static Query unlimited(Query query, List<Node> nothing) {
        return new Query(query.span(), query.with(), query.body(), query.orderBy(), null, query.locking());
    }

    /** Those of WHERE, HAVING, QUALIFY and ON. */
    private static Set<Node> conditions(ParsedSql parsed) {
        Set<Node> conditions = Collections.newSetFromMap(new IdentityHashMap<>());
        parsed.analysis().all(Clause.class).forEach(clause -> conditions.add(clause.condition()));
        parsed.analysis().all(JoinedTable.class).forEach(join -> conditions.add(join.on()));
        return conditions;
    }
}
