package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.Column;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.CommonTableOrder;
import org.shardingjdbc.route.internal.bind.CommonTables;
import org.shardingjdbc.route.internal.bind.CommonTables.Definition;
import org.shardingjdbc.route.internal.bind.Implications;
import org.shardingjdbc.route.internal.bind.JoinNode;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.route.internal.bind.Region;
import org.shardingjdbc.route.internal.bind.Relation;
import org.shardingjdbc.route.internal.bind.Scope;
import org.shardingjdbc.route.internal.bind.ValueKind;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Binds queries. A query leaves its output columns with terms: where a condition on an output column could as well
 * stand inside of the query, the output's term is equal to that of the column which it passes through.
 */
final class QueryBinder implements InnerQueries {
    /** A common table expression that is named more often is bound no more; its further rows are unknown. */
    private static final int MAX_USES = 512;

    private final Binding binding;
    private final ExpressionBinder expressions;
    private final SelectBinder selects;
    private final StatementBinder statements;

    QueryBinder(Binding binding, Implications facts, StatementBinder statements) {
        this.binding = binding;
        this.statements = statements;
        this.expressions = new ExpressionBinder(binding, this);
        this.selects = new SelectBinder(binding, facts, this);
    }

    ExpressionBinder expressions() {
        return expressions;
    }

    SelectBinder selects() {
        return selects;
    }

    @Override
    public @Nullable List<Column> bindQuery(
            Query query, @Nullable Scope outer, Region region, CommonTables commonTables) {
        binding.openQuery(query, outer);
        List<Definition> definitions = new ArrayList<>();
        CommonTables seen = commonTables.with(query.with(), binding.dialect(), outer, definitions);
        List<Column> rows = bindBody(query.body(), query, outer, region, seen);
        if (query.limit() != null) {
            expressions.bind(query.limit(), new Scope(outer), binding.newRegion(region), seen);
            rows = cutOff(rows);
        }
        bindUnreferencedBeside(definitions, region);
        binding.closeQuery();
        if (!binding.outputsByQuery().containsKey(query)) {
            binding.outputsByQuery().put(query, rows == null ? null : outputs(rows));
        }
        return rows;
    }

    /** Binds the definitions that nothing named; their rows belong to nothing else. */
    void bindUnreferenced(List<Definition> definitions, Region region) {
        bindUnreferenced(definitions, region, new ArrayList<>());
    }

    /**
     * Binds the definitions that nothing named, of a statement whose own rows are found where they are. Parts of WITH
     * that change rows where they are meet them in no row either, so that they may run wherever the statement does, as
     * sides of a UNION.
     */
    void bindUnreferencedBeside(List<Definition> definitions, Region region) {
        List<Region> sides = new ArrayList<>(List.of(region));
        bindUnreferenced(definitions, region, sides);
        if (sides.size() > 1) {
            binding.branches().add(sides);
        }
    }

    private void bindUnreferenced(List<Definition> definitions, Region region, List<Region> sides) {
        for (Definition definition : definitions) {
            Statement statement = definition.node().statement();
            boolean changes = statement instanceof UpdateStatement || statement instanceof DeleteStatement;
            if (!definition.referenced() && changes) {
                definition.markReferenced();
                Region changed = binding.newRegion(null);
                statements.bindInner(statement, changed, definition.seen());
                sides.add(changed);
            } else if (!definition.referenced()) {
                bindCommonTable(definition, binding.newRegion(region));
            }
        }
    }

    private @Nullable List<Column> bindBody(
            QueryBody body, Query query, @Nullable Scope outer, Region region, CommonTables commonTables) {
        if (body instanceof Select select) {
            return selects.bind(select, query, outer, region, commonTables);
        }
        List<Column> rows = bindOtherBody(body, query, outer, region, commonTables);
        if (query.orderBy() != null) {
            Scope scope = new Scope(outer);
            scope.add(Relation.ofColumns((Identifier) null, asRowsOf(query, rows)));
            expressions.bind(query.orderBy(), scope, region, commonTables);
        }
        return rows;
    }

    private @Nullable List<Column> bindOtherBody(
            QueryBody body, Query query, @Nullable Scope outer, Region region, CommonTables commonTables) {
        if (body instanceof NestedQuery nested) {
            return bindQuery(nested.query(), outer, region, commonTables);
        }
        if (body instanceof SetOperation operation) {
            return bindSetOperation(operation, query, outer, region, commonTables);
        }
        if (body instanceof TableBody table) {
            FromBinder.Surroundings around = new FromBinder.Surroundings(outer, commonTables);
            JoinNode node = selects.from().bind(table.table(), List.of(), around);
            ((JoinNode.Leaf) node).region().mergeInto(region);
            return node.columns();
        }
        expressions.bind(body, new Scope(outer), region, commonTables);
        return unnamed(((ValuesBody) body).rows().get(0).values().size());
    }

    /** Binds a chain of set operations, {@code a UNION b EXCEPT c}: its sides are alike, and there may be many. */
    private @Nullable List<Column> bindSetOperation(
            SetOperation operation, Query query, @Nullable Scope outer, Region region, CommonTables commonTables) {
        Deque<QueryBody> bodies = new ArrayDeque<>();
        QueryBody body = operation;
        while (body instanceof SetOperation inner) {
            bodies.push(inner.right());
            body = inner.left();
        }
        bodies.push(body);
        List<Region> sides = new ArrayList<>();
        List<LinkedColumn> linked = null;
        for (QueryBody side : bodies) {
            Region sideRegion = binding.newRegion(region);
            List<Column> columns = bindBranch(side, query, outer, sideRegion, commonTables);
            if (sides.isEmpty() && columns != null) {
                linked = new ArrayList<>();
                for (Column column : columns) {
                    linked.add(new LinkedColumn(column, sideRegion));
                }
            }
            for (int i = 0; linked != null && !sides.isEmpty() && i < linked.size(); i++) {
                linked.get(i).link(columns == null || i >= columns.size() ? null : columns.get(i), sideRegion);
            }
            sides.add(sideRegion);
        }
        binding.branches().add(sides);
        if (linked == null) {
            return null;
        }
        List<Column> rows = new ArrayList<>();
        linked.forEach(column -> rows.add(column.row()));
        return rows;
    }

    /** A column of a chain of set operations, with the columns of the sides that it passes through. */
    private final class LinkedColumn {
        private final Column first;
        private final List<Region> regions = new ArrayList<>();
        private final List<Integer> terms = new ArrayList<>();
        private @Nullable ColumnSchema schema;
        private boolean known;

        LinkedColumn(Column first, Region region) {
            this.first = first;
            this.schema = first.schema();
            this.known = first.term() >= 0;
            if (known) {
                add(first, region);
            }
        }

        private void add(Column column, Region region) {
            regions.add(region);
            terms.add(column.term());
        }

        /**
         * One more side, whose column may be null; where it is not comparable, nothing is known of the sides so far.
         */
        void link(@Nullable Column next, Region region) {
            if (known
                    && next != null
                    && next.term() >= 0
                    && ValueKind.comparable(schema, next.schema(), binding.dialect())) {
                add(next, region);
                schema = sameType(schema, next.schema()) ? schema : null;
            } else {
                regions.clear();
                terms.clear();
                schema = null;
            }
            known = true;
        }

        Column row() {
            int term = binding.terms().output(schema);
            for (int i = 0; i < terms.size(); i++) {
                regions.get(i).equate(term, terms.get(i));
            }
            return new Column(first.name(), first.origin(), term, null, schema);
        }
    }

    private static boolean sameType(@Nullable ColumnSchema one, @Nullable ColumnSchema other) {
        return one != null
                && other != null
                && one.jdbcType() == other.jdbcType()
                && Objects.equals(one.typeName(), other.typeName())
                && Objects.equals(one.collation(), other.collation());
    }

    private @Nullable List<Column> bindBranch(
            QueryBody body, Query query, @Nullable Scope outer, Region region, CommonTables commonTables) {
        if (body instanceof Select select) {
            return selects.bind(select, null, outer, region, commonTables);
        }
        return bindOtherBody(body, query, outer, region, commonTables);
    }

    @Override
    public void bindExpression(@Nullable Node node, Scope scope, Region region, CommonTables commonTables) {
        expressions.bind(node, scope, region, commonTables);
    }

    @Override
    public void bindWritten(Statement statement, CommonTables seen) {
        statements.bindInner(statement, binding.newRegion(null), seen);
    }

    @Override
    public @Nullable List<Column> bindCommonTable(Definition definition, Region region) {
        CommonTable table = definition.node();
        definition.markReferenced();
        if (!(table.statement() instanceof QueryStatement statement)) {
            bindWritten(table.statement(), definition.seen());
            return null;
        }
        Region inside = binding.uses().size() < MAX_USES ? region : binding.newRegion(null);
        Query query = statement.query();
        List<Column> rows = definition.recursive()
                        && query.body() instanceof SetOperation operation
                        && CommonTableOrder.names(operation.right(), table)
                        && !hides(query.with(), table)
                ? bindRecursive(definition, query, operation, inside)
                : bindQuery(query, definition.scope(), inside, definition.seen());
        List<Column> columns = asRowsOf(query, inside == region ? rows : cutOff(rows));
        return columns == null ? null : named(columns, table.columns());
    }

    /** Whether a WITH of its own query has the name of a common table. */
    private static boolean hides(@Nullable With with, CommonTable table) {
        return with != null
                && with.tables().stream().anyMatch(inner -> inner.name()
                        .text()
                        .equalsIgnoreCase(table.name().text()));
    }

    /**
     * Binds {@code first UNION step}, where step may name the query itself. A condition on a column may stand in both
     * parts if step hands the column on unchanged; whether it does is seen when all facts are known.
     */
    private @Nullable List<Column> bindRecursive(
            Definition definition, Query query, SetOperation operation, Region region) {
        binding.openQuery(query, definition.scope());
        List<Definition> inner = new ArrayList<>();
        CommonTables seen = definition.seen().with(query.with(), binding.dialect(), definition.scope(), inner);
        Region firstRegion = binding.newRegion(region);
        Region stepRegion = binding.newRegion(firstRegion);
        List<Column> first = bindBranch(operation.left(), query, definition.scope(), firstRegion, seen);
        List<Column> kept = null;
        if (first != null) {
            kept = new ArrayList<>();
            for (int i = 0; i < first.size(); i++) {
                int term = binding.terms().output(first.get(i).schema());
                ColumnOrigin origin = new ColumnOrigin.OfQuery(query, i, null, term);
                kept.add(new Column(
                        first.get(i).name(), origin, term, null, first.get(i).schema()));
            }
            kept = named(kept, definition.node().columns());
        }
        CommonTables own = seen.recursive(definition.node(), kept);
        List<Column> made = bindBranch(operation.right(), query, definition.scope(), stepRegion, own);
        bindUnreferenced(inner, region);
        List<Column> rows = first == null || kept == null ? null : new ArrayList<>();
        for (int i = 0; rows != null && first != null && kept != null && i < first.size(); i++) {
            int output = binding.terms().output(first.get(i).schema());
            if (made != null && i < made.size() && operation.operator() == SetOperator.UNION) {
                binding.recursions()
                        .add(new Binding.Recursion(
                                firstRegion,
                                stepRegion,
                                kept.get(i).term(),
                                made.get(i).term(),
                                first.get(i).term(),
                                output));
            }
            rows.add(new Column(first.get(i).name(), first.get(i).origin(), output, null, null));
        }
        binding.closeQuery();
        if (query.orderBy() != null || query.limit() != null) {
            rows = cutOff(rows);
        }
        binding.outputsByQuery().put(query, rows == null ? null : outputs(rows));
        return rows;
    }

    /** The same columns with terms that are equal to nothing. */
    private @Nullable List<Column> cutOff(@Nullable List<Column> rows) {
        if (rows == null) {
            return null;
        }
        List<Column> cut = new ArrayList<>();
        for (Column row : rows) {
            int term = binding.terms().output(row.schema());
            cut.add(new Column(row.name(), row.origin(), term, row.base(), row.schema()));
        }
        return cut;
    }

    @Override
    public @Nullable List<Column> asRowsOf(Query query, @Nullable List<Column> rows) {
        if (rows == null) {
            return null;
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            Column row = rows.get(i);
            ColumnOrigin origin = new ColumnOrigin.OfQuery(query, i, row.base(), row.term());
            columns.add(new Column(row.name(), origin, row.term(), row.base(), row.schema()));
        }
        return columns;
    }

    private static List<Column> named(List<Column> columns, List<Identifier> names) {
        List<Column> named = new ArrayList<>(columns);
        for (int i = 0; i < names.size() && i < named.size(); i++) {
            named.set(i, named.get(i).named(names.get(i).text()));
        }
        return named;
    }

    private List<Column> unnamed(int count) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int term = binding.terms().output(null);
            columns.add(new Column(null, new ColumnOrigin.Unresolved(), term, null, null));
        }
        return columns;
    }

    private static List<OutputColumn> outputs(List<Column> rows) {
        List<OutputColumn> outputs = new ArrayList<>();
        for (Column row : rows) {
            outputs.add(new OutputColumn(row.name(), null, row.origin(), row.base(), row.schema(), null));
        }
        return List.copyOf(outputs);
    }
}
