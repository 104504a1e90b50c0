package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.ValueKind;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * {@code UPDATE t SET ... FROM u WHERE ...}: a database takes the values of any row of {@code u} that matches a row of
 * {@code t}, which is always the same one only where the primary key of {@code u} is equated with columns of {@code t}.
 * Immutable.
 */
record JoinedUpdate(SingleValues values, UpdateStatement update) {
    /** Whether at most one row of each other table matches a row that is written. */
    boolean isOnePerRow() {
        List<TableReference> references = new ArrayList<>(update.targets());
        references.addAll(update.from());
        List<Comparison> equalities = new ArrayList<>();
        List<NamedTable> open = new ArrayList<>();
        if (update.where() != null) {
            addEqualities(update.where().condition(), equalities);
        }
        for (TableReference reference : references) {
            if (Tree.any(reference, node -> node instanceof DerivedTable || node instanceof FunctionTable)) {
                return false;
            }
            for (JoinedTable join : Tree.outsideQueries(reference, JoinedTable.class)) {
                addEqualities(join.on(), equalities);
            }
            open.addAll(Tree.outsideQueries(reference, NamedTable.class));
        }
        if (open.size() < 2) {
            return true;
        }
        Set<Integer> known = written(open);
        if (known.size() != 1) {
            return false;
        }
        open.removeIf(named -> isOneOf(known, named));
        boolean found = true;
        while (found && !open.isEmpty()) {
            found = open.removeIf(table -> follows(table, equalities, known));
        }
        return open.isEmpty();
    }

    private boolean isOneOf(Set<Integer> known, NamedTable named) {
        BoundTable table = values.bound().table(named);
        return table != null && known.contains(table.index());
    }

    /** The tables of which a column is set; empty where it is not known of one. */
    private Set<Integer> written(List<NamedTable> tables) {
        Set<Integer> written = new HashSet<>();
        for (Assignment assignment : update.assignments()) {
            for (ColumnReference column : assignment.columns()) {
                List<Integer> owners = owners(column, tables);
                if (owners.size() != 1) {
                    return Set.of();
                }
                written.addAll(owners);
            }
        }
        return written;
    }

    /** The tables that may have a column. */
    private List<Integer> owners(ColumnReference column, List<NamedTable> tables) {
        if (values.bound().origin(column) instanceof ColumnOrigin.OfTable of) {
            return List.of(of.table().index());
        }
        List<Integer> owners = new ArrayList<>();
        for (NamedTable named : tables) {
            BoundTable table = values.bound().table(named);
            TableSchema schema = table == null ? null : values.schema(table);
            if (schema == null || schema.column(column.name().text()) != null) {
                owners.add(table == null ? -1 : table.index());
            }
        }
        return owners;
    }

    private static void addEqualities(@Nullable Expression condition, List<Comparison> equalities) {
        for (Expression conjunct : BlockWalk.conjuncts(condition)) {
            if (conjunct instanceof Comparison equal && equal.operator() == ComparisonOperator.EQUAL) {
                equalities.add(equal);
            }
        }
    }

    /** Whether the key of a table is equated with columns of tables that are known; then it is known too. */
    private boolean follows(NamedTable named, List<Comparison> equalities, Set<Integer> known) {
        BoundTable table = values.bound().table(named);
        if (table == null) {
            return false;
        }
        TableSchema schema = values.schema(table);
        if (schema == null || schema.primaryKey().isEmpty()) {
            return false;
        }
        for (String name : schema.primaryKey()) {
            ColumnSchema column = schema.column(name);
            boolean given = column != null
                    && equalities.stream()
                            .anyMatch(equal -> gives(equal.left(), equal.right(), table, column, known)
                                    || gives(equal.right(), equal.left(), table, column, known));
            if (!given) {
                return false;
            }
        }
        return known.add(table.index());
    }

    private boolean gives(Expression one, Node other, BoundTable table, ColumnSchema column, Set<Integer> known) {
        return of(one, table, column)
                && other instanceof ColumnReference reference
                && values.bound().origin(reference) instanceof ColumnOrigin.OfTable origin
                && known.contains(origin.table().index())
                && areComparable(origin, column);
    }

    private boolean areComparable(ColumnOrigin.OfTable one, ColumnSchema other) {
        TableSchema schema = values.schema(one.table());
        ColumnSchema column = schema == null ? null : schema.column(one.column());
        // of a column that is not known, such as a database's own, it cannot be told
        return column != null && ValueKind.comparable(column, other, values.dialect());
    }

    private boolean of(Expression expression, BoundTable table, ColumnSchema column) {
        return new RowKeys(values).isColumn(expression, table, column.name());
    }
}
