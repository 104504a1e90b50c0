package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;

/**
 * What is written to transformed columns: parameters, text literals, NULL, DEFAULT, and columns that are stored alike.
 * One per planning of a statement.
 */
final class WriteTargets {
    private final BoundStatement bound;
    private final TransformedTables tables;
    private final WrittenValues written;
    private final ColumnRefusals refusals;
    private final StoredNames names;
    private final SecondForms seconds;
    private final Set<ColumnReference> accepted = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<StoredColumn> columns = new ArrayList<>();

    WriteTargets(
            BoundStatement bound,
            TransformedTables tables,
            WrittenValues written,
            StoredNames names,
            ColumnRefusals refusals) {
        this.bound = bound;
        this.tables = tables;
        this.written = written;
        this.names = names;
        this.seconds = written.seconds();
        this.refusals = refusals;
    }

    void check() {
        bound.parsed().analysis().all(InsertStatement.class).forEach(this::checkInsert);
        bound.parsed().analysis().all(Assignment.class).forEach(assignment -> checkAssignment(assignment, null));
    }

    /** Whether a reference names what is written, or a value that is written as it is stored. */
    boolean accepts(ColumnReference reference) {
        return accepted.contains(reference);
    }

    /** The transformed columns of the tables that INSERT statements write. */
    List<StoredColumn> columns() {
        return columns;
    }

    private void checkInsert(InsertStatement insert) {
        BoundTable target = bound.table(insert.table());
        if (target == null) {
            return;
        }
        for (StoredColumn column : tables.of(target)) {
            columns.add(column);
            name(insert, target, column);
            if (column.writes()) {
                checkSource(insert, target, column);
            }
        }
        if (insert.upsert() != null) {
            insert.upsert().assignments().forEach(assignment -> checkAssignment(assignment, insert));
        }
    }

    private void name(InsertStatement insert, BoundTable target, StoredColumn column) {
        boolean named = false;
        for (Identifier written : insert.columns()) {
            if (written.text().equalsIgnoreCase(column.column().name())) {
                if (named) {
                    refusals.refuse(written, column, ", a second time");
                }
                named = true;
                names.add(written, column);
                seconds.list(written, column);
            } else if (tables.hidden(target, written.text()) != null) {
                refusals.refuse(written, column, " by its stored name");
            }
        }
        boolean unlisted = insert.source() instanceof ValuesSource || insert.source() instanceof QuerySource;
        if (column.column().differsInTable() && insert.columns().isEmpty() && unlisted) {
            refusals.refuse("INSERT without a column list", insert, column, " under another name");
        }
    }

    private void checkSource(InsertStatement insert, BoundTable target, StoredColumn column) {
        if (target.table().generatesKey(column.column().name())) {
            refusals.refuse("INSERT", insert, column, ", and which a key generator fills");
            return;
        }
        int position =
                InsertColumns.position(insert, target.schema(), column.column().name());
        boolean unknown = insert.columns().isEmpty() && target.schema() == null;
        if (insert.source() instanceof QuerySource source && (position >= 0 || unknown)) {
            checkQuery(source, unknown ? -1 : position, column);
        }
        if (insert.source() instanceof ValuesSource values) {
            if (unknown) {
                refusals.refuse("INSERT without a column list", insert, column, " at an unknown place");
                return;
            }
            for (InsertRow row : values.rows()) {
                if (!insert.columns().isEmpty()
                        && row.values().size() != insert.columns().size()) {
                    refusals.refuse("A row", row, column, ", with another number of values than columns");
                }
                if (position >= 0 && position < row.values().size()) {
                    requireValue(row.values().get(position), column);
                }
            }
        }
    }

    /**
     * The values that a query gives: parameters, literals, and columns that are stored alike.
     *
     * @param position of the column among its results; -1 where that is not known
     */
    private void checkQuery(QuerySource source, int position, StoredColumn column) {
        boolean plain = source.query().body() instanceof Select select
                && select.quantifier() != Quantifier.DISTINCT
                && select.groupBy() == null
                && select.items().stream().allMatch(ExpressionItem.class::isInstance)
                && position >= 0
                && position < select.items().size();
        if (!plain) {
            refusals.refuse("INSERT ... SELECT", source, column, "");
            return;
        }
        Select select = (Select) source.query().body();
        Expression value = ((ExpressionItem) select.items().get(position)).expression();
        if (written.add(value, column)) {
            seconds.value(value, column);
            return;
        }
        StoredColumn copied = value instanceof ColumnReference reference ? tables.named(reference) : null;
        boolean alike = copied != null && copied.isStoredLike(column) && copied.isSeenLike(column);
        if (copied == null || !alike || !tables.isOfTable((ColumnReference) value)) {
            refusals.refuse(value, column, " by INSERT ... SELECT");
            return;
        }
        seconds.select((ColumnReference) value, copied);
        accepted.add((ColumnReference) value);
    }

    /** @param insert whose conflict clause it is, or null */
    private void checkAssignment(Assignment assignment, @Nullable InsertStatement insert) {
        for (ColumnReference target : assignment.columns()) {
            StoredColumn column = tables.named(target);
            if (column != null && accepted.add(target)) {
                checkValue(assignment, target, column, insert);
            }
        }
    }

    private void checkValue(
            Assignment assignment, ColumnReference target, StoredColumn column, @Nullable InsertStatement insert) {
        if (assignment.columns().size() > 1) {
            refusals.refuse(assignment, column, " among others");
            return;
        }
        Expression value = assignment.value();
        if (column.writes() && (value instanceof DefaultValue || written.add(value, column))) {
            seconds.assign(target, value, column);
        } else if (!acceptCopy(target, value, column, insert) && column.writes() && !choose(target, value, column)) {
            refusals.refuse(value, column, "");
        }
    }

    /** A value of a row. */
    private void requireValue(Expression value, StoredColumn column) {
        if (value instanceof DefaultValue || written.add(value, column)) {
            seconds.value(value, column);
        } else if (!choose(null, value, column)) {
            refusals.refuse(value, column, "");
        }
    }

    /**
     * Accepts what is chosen among values and columns that are stored alike. Where further forms are written by choices
     * of their own, one after the other in some databases, they must not depend on the column that changes.
     *
     * @param target null for a value of a row
     */
    private boolean choose(@Nullable ColumnReference target, Expression value, StoredColumn column) {
        List<Expression> operands = Choices.operands(value);
        boolean dependent = !column.furtherForms().isEmpty()
                && Tree.any(
                        value, node -> node instanceof ColumnReference reference && column.equals(named(reference)));
        if (operands.get(0) == value
                || dependent
                || Choices.compares(value) && !column.column().kept().tellsEquality()) {
            return false;
        }
        for (Expression operand : operands) {
            StoredColumn copied = operand instanceof ColumnReference reference ? named(reference) : null;
            boolean alike = copied != null && copied.isStoredLike(column) && copied.isSeenLike(column);
            if (alike ? !accepted.add((ColumnReference) operand) : !written.add(operand, column)) {
                return false;
            }
        }
        seconds.choose(target, value, operands, this::named, column);
        return true;
    }

    private @Nullable StoredColumn named(ColumnReference reference) {
        return tables.isOfTable(reference) ? tables.named(reference) : null;
    }

    /** Accepts a column that is stored alike, also one of the row that an INSERT was given. */
    private boolean acceptCopy(
            ColumnReference target, Expression value, StoredColumn column, @Nullable InsertStatement insert) {
        Expression inner = value instanceof FunctionCall call && isGivenValue(call) && insert != null
                ? call.arguments().get(0)
                : value;
        if (!(inner instanceof ColumnReference reference)) {
            return false;
        }
        StoredColumn copied = insert != null && InsertColumns.isOfGivenRow(reference, insert)
                ? tables.column(bound.target(insert.table()), reference.name().text())
                : tables.named(reference);
        boolean given = insert != null && InsertColumns.isOfGivenRow(reference, insert);
        if (copied == null || !copied.isStoredLike(column) || !copied.isSeenLike(column)) {
            return false;
        }
        if (!given && !tables.isOfTable(reference)) {
            return copied.furtherForms().isEmpty() && accepted.add(reference);
        }
        names.add(reference.name(), copied);
        seconds.copy(target, value, reference.name(), copied, column);
        return accepted.add(reference);
    }

    /** {@code VALUES(column)} of MySQL. */
    private static boolean isGivenValue(FunctionCall call) {
        String name = call.name().last().text().toUpperCase(Locale.ROOT);
        return (name.equals("VALUES") || name.equals("VALUE"))
                && call.arguments().size() == 1;
    }
}
