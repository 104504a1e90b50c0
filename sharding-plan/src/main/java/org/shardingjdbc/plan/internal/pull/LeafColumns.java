package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Which columns of each table a statement may touch. A name in the statement takes the columns of that name from every
 * table that it could mean, whatever the binder made of it, so that each name means in the temporary tables what it
 * means in whole ones. A star, a join by all common columns and the name of a row take all. One per plan; not
 * thread-safe.
 */
public final class LeafColumns {
    private final Set<String> unqualified = new HashSet<>();
    private final Map<String, Set<String>> qualified = new HashMap<>();
    private final Set<String> rows = new HashSet<>();
    private final Set<NamedTable> whole = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Names of joins, whose columns are those of the tables in them. */
    private final Set<String> joins = new HashSet<>();

    /** @param left parts of the statement that are no longer in it */
    public LeafColumns(BoundStatement bound, Set<Node> left) {
        Node statement = bound.parsed().statement();
        Predicate<Node> enters = node -> !left.contains(node);
        for (JoinedTable join : Tree.all(statement, JoinedTable.class, enters)) {
            join.using().forEach(column -> unqualified.add(lower(column)));
            addName(join.usingAlias());
            addName(join.alias());
            if (join.natural() || !join.columnAliases().isEmpty()) {
                whole.addAll(Tree.outsideQueries(join, NamedTable.class));
            }
        }
        for (ColumnReference reference : Tree.all(statement, ColumnReference.class, enters)) {
            add(reference, bound);
        }
        Set<Node> shown = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Exists exists : Tree.all(statement, Exists.class, enters)) {
            // whatever the star is, only whether there is a row counts
            if (exists.query().body() instanceof Select select && select.groupBy() == null && select.having() == null) {
                shown.add(select);
            }
        }
        for (Select select : Tree.all(statement, Select.class, enters)) {
            if (!left.contains(select) && !shown.contains(select)) {
                addStars(select);
            }
        }
        for (TableBody body : Tree.all(statement, TableBody.class, enters)) {
            whole.add(body.table());
        }
        for (JoinedTable join : Tree.all(statement, JoinedTable.class, enters)) {
            if (join.alias() != null && rows.contains(lower(join.alias()))) {
                whole.addAll(Tree.outsideQueries(join, NamedTable.class));
            }
        }
    }

    private void addName(@Nullable Identifier join) {
        if (join != null) {
            joins.add(lower(join));
        }
    }

    private void add(ColumnReference reference, BoundStatement bound) {
        String name = lower(reference.name());
        List<Identifier> qualifier = reference.qualifier();
        if (!qualifier.isEmpty()) {
            String last = lower(qualifier.get(qualifier.size() - 1));
            qualified.computeIfAbsent(last, key -> new HashSet<>()).add(name);
            if (joins.contains(last)) {
                unqualified.add(name);
            }
            if (name.equals("*")) {
                rows.add(last);
            }
            return;
        }
        unqualified.add(name);
        if (bound.origin(reference) instanceof ColumnOrigin.Unresolved) {
            rows.add(name);
        }
    }

    private void addStars(Select select) {
        for (StarItem star : Tree.outsideQueries(select, StarItem.class)) {
            if (star.qualifier() != null) {
                rows.add(lower(star.qualifier().last()));
            } else {
                select.from().forEach(this::addWhole);
            }
        }
    }

    private void addWhole(TableReference reference) {
        if (reference instanceof NamedTable table) {
            whole.add(table);
        } else if (reference instanceof JoinedTable join) {
            addWhole(join.left());
            addWhole(join.right());
        }
    }

    /** The columns to pull, in the table's order; at least one. */
    public List<ColumnSchema> of(BoundTable table, TableSchema schema) {
        NamedTable node = table.node();
        String exposed = lower(node.exposedName());
        if (areAll(node)) {
            return schema.columns();
        }
        Set<String> own = qualified.getOrDefault(exposed, Set.of());
        List<ColumnSchema> columns = new ArrayList<>();
        for (ColumnSchema column : schema.allColumns()) {
            String name = column.name().toLowerCase(Locale.ROOT);
            if (unqualified.contains(name) || own.contains(name)) {
                columns.add(column);
            }
        }
        return columns.isEmpty() ? List.of(any(schema)) : columns;
    }

    /** Whether the statement takes all columns of a table, whichever they are. */
    public boolean areAll(NamedTable table) {
        return whole.contains(table)
                || rows.contains(lower(table.exposedName()))
                || !table.columnAliases().isEmpty();
    }

    /** A column that stands for the row where only the number of rows matters. */
    private static ColumnSchema any(TableSchema schema) {
        for (String key : schema.primaryKey()) {
            ColumnSchema column = schema.column(key);
            if (column != null) {
                return column;
            }
        }
        return schema.columns().get(0);
    }

    private static String lower(Identifier name) {
        return name.text().toLowerCase(Locale.ROOT);
    }
}
