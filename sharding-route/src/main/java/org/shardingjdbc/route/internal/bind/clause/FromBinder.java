package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Queries;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.Column;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.CommonTables;
import org.shardingjdbc.route.internal.bind.JoinNode;
import org.shardingjdbc.route.internal.bind.Region;
import org.shardingjdbc.route.internal.bind.Relation;
import org.shardingjdbc.route.internal.bind.Scope;
import org.shardingjdbc.route.internal.bind.TableUse;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** Binds what stands in FROM: makes the relations of a block and the tree of its joins. */
final class FromBinder {
    private final Binding binding;
    private final InnerQueries queries;

    FromBinder(Binding binding, InnerQueries queries) {
        this.binding = binding;
        this.queries = queries;
    }

    /** What the elements of a FROM see: the blocks around, and the common table expressions. */
    record Surroundings(@Nullable Scope outer, CommonTables commonTables) {}

    /**
     * Binds one element.
     *
     * @param preceding the relations that stand before it in the same FROM, for LATERAL
     */
    JoinNode bind(TableReference reference, List<Relation> preceding, Surroundings around) {
        if (reference instanceof NamedTable table) {
            return named(table, around);
        }
        if (reference instanceof DerivedTable derived) {
            return derived(derived, preceding, around);
        }
        if (reference instanceof FunctionTable function) {
            return function(function, preceding, around);
        }
        if (reference instanceof DeltaTable delta) {
            return delta(delta, around);
        }
        return join((JoinedTable) reference, preceding, around);
    }

    /** Whatever is asked of the rows that a statement changes, it changes them all. */
    private JoinNode delta(DeltaTable delta, Surroundings around) {
        queries.bindWritten(delta.statement(), around.commonTables());
        List<Column> columns = null;
        List<NamedTable> targets = Nodes.targets(delta.statement());
        BoundTable target = targets.size() == 1 ? binding.tablesByNode().get(targets.get(0)) : null;
        if (target != null && target.schema() != null) {
            columns = new ArrayList<>();
            for (ColumnSchema column : target.schema().columns()) {
                int term = binding.terms().output(column);
                columns.add(new Column(column.name(), new ColumnOrigin.Unresolved(), term, null, column));
            }
        }
        Relation relation = Relation.ofColumns(delta.alias(), renamed(columns, delta.columnAliases()));
        return new JoinNode.Leaf(relation, binding.newRegion(null));
    }

    private JoinNode named(NamedTable table, Surroundings around) {
        Region region = binding.newRegion(null);
        Identifier name = table.exposedName();
        boolean isTable = binding.tablesByNode().containsKey(table);
        CommonTables found = isTable ? null : around.commonTables().find(table);
        if (found != null) {
            binding.commonTables().put(table, found.node());
            List<Column> columns = found.definition() == null
                    ? found.recursiveColumns()
                    : queries.bindCommonTable(found.definition(), region);
            return new JoinNode.Leaf(Relation.ofColumns(name, renamed(columns, table.columnAliases())), region);
        }
        TableUse use = binding.newUse(binding.table(table), region);
        return new JoinNode.Leaf(Relation.ofTable(name, use, binding.terms(), texts(table.columnAliases())), region);
    }

    private JoinNode derived(DerivedTable derived, List<Relation> preceding, Surroundings around) {
        Region region = binding.newRegion(null);
        Scope outer = derived.lateral() ? scopeOf(preceding, around.outer()) : around.outer();
        List<Column> rows = queries.bindQuery(derived.query(), outer, region, around.commonTables());
        List<Column> columns = queries.asRowsOf(derived.query(), rows);
        return new JoinNode.Leaf(
                Relation.ofColumns(derived.alias(), renamed(columns, derived.columnAliases())), region);
    }

    private JoinNode function(FunctionTable function, List<Relation> preceding, Surroundings around) {
        Region region = binding.newRegion(null);
        Scope scope = scopeOf(preceding, around.outer());
        for (Expression call : function.calls()) {
            queries.bindExpression(call, scope, region, around.commonTables());
        }
        List<Column> columns = null;
        if (!function.columnAliases().isEmpty()) {
            columns = new ArrayList<>();
            for (Identifier alias : function.columnAliases()) {
                columns.add(new Column(alias.text(), new ColumnOrigin.Unresolved(), -1, null, null));
            }
        }
        return new JoinNode.Leaf(Relation.ofColumns(function.alias(), columns), region);
    }

    private JoinNode join(JoinedTable join, List<Relation> preceding, Surroundings around) {
        JoinNode left = bind(join.left(), preceding, around);
        List<Relation> before = new ArrayList<>(preceding);
        before.addAll(left.relations());
        JoinNode right = bind(join.right(), before, around);
        List<JoinNode.Pair> pairs = pairs(join, left, right);
        Map<String, Column> merged = merged(join, left, right, pairs);
        Region region = binding.newRegion(null);
        List<Relation> relations = new ArrayList<>(left.relations());
        relations.addAll(right.relations());
        if (join.usingAlias() != null) {
            relations.add(Relation.ofColumns(join.usingAlias(), mergedColumns(join, merged)));
        }
        JoinNode.Join node = new JoinNode.Join(
                join.kind(), left, right, join.on(), region, pairs, merged, starOrder(join), relations);
        if (join.on() != null) {
            queries.bindExpression(join.on(), scopeOf(node, around.outer()), region, around.commonTables());
        }
        return join.alias() == null ? node : named(join, node);
    }

    /** The columns of {@code USING (..) AS x}, or null when one of them is unknown. */
    private static @Nullable List<Column> mergedColumns(JoinedTable join, Map<String, Column> merged) {
        List<Column> columns = new ArrayList<>();
        for (Identifier name : join.using()) {
            Column column = merged.get(name.text().toLowerCase(Locale.ROOT));
            if (column == null) {
                return null;
            }
            columns.add(column);
        }
        return columns;
    }

    private static JoinNode named(JoinedTable join, JoinNode.Join node) {
        List<Column> columns = renamed(node.columns(), join.columnAliases());
        return new JoinNode.NamedJoin(Relation.ofColumns(join.alias(), columns), node);
    }

    private JoinNode.StarOrder starOrder(JoinedTable join) {
        boolean merges = join.natural() || !join.using().isEmpty();
        return switch (binding.dialect().queries().starOrder()) {
            case BY_TABLE -> JoinNode.StarOrder.BY_RELATION;
            case COMMON_FIRST -> JoinNode.StarOrder.MERGED_THEN_LEFT;
            case COMMON_FIRST_AS_KEPT ->
                merges && join.kind() == JoinKind.RIGHT
                        ? JoinNode.StarOrder.MERGED_THEN_RIGHT
                        : JoinNode.StarOrder.MERGED_THEN_LEFT;
        };
    }

    private List<JoinNode.Pair> pairs(JoinedTable join, JoinNode left, JoinNode right) {
        List<JoinNode.Pair> pairs = new ArrayList<>();
        // a long chain of joins makes its columns anew each time it is asked
        boolean asKept = binding.dialect().queries().starOrder() == Queries.StarOrder.COMMON_FIRST_AS_KEPT;
        List<Column> leftColumns = join.natural() || asKept ? left.columns() : null;
        List<Column> rightColumns = join.natural() || asKept && join.kind() == JoinKind.RIGHT ? right.columns() : null;
        Scope leftScope = scopeOf(left, null);
        Scope rightScope = scopeOf(right, null);
        for (Identifier name : join.using()) {
            addPair(pairs, leftScope.find(List.of(), name), rightScope.find(List.of(), name));
        }
        if (join.natural() && leftColumns != null && rightColumns != null) {
            for (Column column : leftColumns) {
                if (column.name() == null) {
                    continue;
                }
                Identifier name = new Identifier(join.span(), column.name(), true);
                addPair(pairs, leftScope.find(List.of(), name), rightScope.find(List.of(), name));
            }
        }
        if (asKept && leftColumns != null) {
            // a star shows them as the left side has them, or the right one of a RIGHT JOIN, whatever the order in
            // USING
            pairs.sort(Comparator.comparingInt(pair -> leftColumns.indexOf(pair.left())));
            if (join.kind() == JoinKind.RIGHT && rightColumns != null) {
                pairs.sort(Comparator.comparingInt(pair -> rightColumns.indexOf(pair.right())));
            }
        }
        return pairs;
    }

    private static void addPair(
            List<JoinNode.Pair> pairs, Scope.@Nullable FoundColumn left, Scope.@Nullable FoundColumn right) {
        if (left != null && right != null) {
            pairs.add(new JoinNode.Pair(left.column(), left.relation(), right.column(), right.relation()));
        }
    }

    private static Map<String, Column> merged(
            JoinedTable join, JoinNode left, JoinNode right, List<JoinNode.Pair> pairs) {
        Map<String, Column> merged = new HashMap<>(left.merged());
        merged.putAll(right.merged());
        for (JoinNode.Pair pair : pairs) {
            Column column = join.kind() == JoinKind.RIGHT ? pair.right() : pair.left();
            if (join.kind() == JoinKind.FULL) {
                column = new Column(column.name(), new ColumnOrigin.Unresolved(), -1, null, column.schema());
            }
            String name = Objects.requireNonNull(column.name(), "found by it");
            merged.put(name.toLowerCase(Locale.ROOT), column);
        }
        return merged;
    }

    /** A scope with what a part of a FROM shows. */
    static Scope scopeOf(JoinNode node, @Nullable Scope outer) {
        Scope scope = scopeOf(node.relations(), outer);
        scope.merged().putAll(node.merged());
        return scope;
    }

    private static Scope scopeOf(List<Relation> relations, @Nullable Scope outer) {
        Scope scope = new Scope(outer);
        relations.forEach(scope::add);
        return scope;
    }

    private static @Nullable List<Column> renamed(@Nullable List<Column> columns, List<Identifier> aliases) {
        if (columns == null || aliases.isEmpty()) {
            return columns;
        }
        List<Column> renamed = new ArrayList<>(columns);
        for (int i = 0; i < aliases.size() && i < renamed.size(); i++) {
            renamed.set(i, renamed.get(i).named(aliases.get(i).text()));
        }
        return renamed;
    }

    private static List<String> texts(List<Identifier> identifiers) {
        List<String> texts = new ArrayList<>();
        for (Identifier identifier : identifiers) {
            texts.add(identifier.text());
        }
        return texts;
    }
}
