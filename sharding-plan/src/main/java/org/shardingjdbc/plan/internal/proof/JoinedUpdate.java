package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Comparison;
import org.shardingjdbc.parser.internal.ast.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.DerivedTable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.FunctionTable;
import org.shardingjdbc.parser.internal.ast.JoinedTable;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.TableReference;
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
        Set<Integer> known = written();
        open.removeIf(table -> values.bound().table(table) != null
                && known.contains(values.bound().table(table).index()));
        boolean found = true;
        while (found && !open.isEmpty()) {
            found = open.removeIf(table -> follows(table, equalities, known));
        }
        return open.isEmpty();
    }

    /** The tables of which a column is set; of a name that is not known, the first. */
    private Set<Integer> written() {
        Set<Integer> written = new HashSet<>();
        for (Assignment assignment : update.assignments()) {
            for (ColumnReference column : assignment.columns()) {
                if (values.bound().origin(column) instanceof ColumnOrigin.OfTable of) {
                    written.add(of.table().index());
                }
            }
        }
        if (written.isEmpty()) {
            BoundTable first = values.bound().table(Nodes.targets(update).get(0));
            written.add(first == null ? -1 : first.index());
        }
        return written;
    }

    private static void addEqualities(Expression condition, List<Comparison> equalities) {
        for (Expression conjunct : BlockWalk.conjuncts(condition)) {
            if (conjunct instanceof Comparison equal && equal.operator() == ComparisonOperator.EQUAL) {
                equalities.add(equal);
            }
        }
    }

    /** Whether the key of a table is equated with columns of tables that are known; then it is known too. */
    private boolean follows(NamedTable named, List<Comparison> equalities, Set<Integer> known) {
        BoundTable table = values.bound().table(named);
        TableSchema schema = table == null ? null : values.schema(table);
        if (schema == null || schema.primaryKey().isEmpty()) {
            return false;
        }
        for (String column : schema.primaryKey()) {
            boolean given = equalities.stream()
                    .anyMatch(equal -> gives(equal.left(), equal.right(), table, schema.column(column), known)
                            || gives(equal.right(), equal.left(), table, schema.column(column), known));
            if (!given) {
                return false;
            }
        }
        return known.add(table.index());
    }

    private boolean gives(Expression one, Node other, BoundTable table, ColumnSchema column, Set<Integer> known) {
        if (column == null || !of(one, table, column)) {
            return false;
        }
        return other instanceof ColumnReference reference
                && values.bound().origin(reference) instanceof ColumnOrigin.OfTable origin
                && known.contains(origin.table().index())
                && values.schema(origin.table()) != null
                && ValueKind.comparable(
                        values.schema(origin.table()).column(origin.column()), column, values.dialect());
    }

    private boolean of(Expression expression, BoundTable table, ColumnSchema column) {
        return new RowKeys(values).isColumn(expression, table, column.name());
    }
}
