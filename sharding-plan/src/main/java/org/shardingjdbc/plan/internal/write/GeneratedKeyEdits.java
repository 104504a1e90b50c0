package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.DefaultRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.bind.KeyRequest;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Puts generated keys into an INSERT: the key column where the statement does not list it, and a placeholder in each
 * row that gives it no value or one that asks for a key, as DEFAULT does. The n-th such row takes the n-th key. What
 * only the database knows is looked at there, with a key beside it. One per plan; not thread-safe.
 */
public final class GeneratedKeyEdits {
    private final InsertStatement insert;
    /** Null where it is not known. */
    private final @Nullable TableSchema schema;

    private final KeyGeneration generation;
    private final NameQuoting names;
    private final SqlEdits edits;
    private final int firstKey;
    private final KeyRequest wanted;
    private final List<Integer> slots = new ArrayList<>();
    private int rows;
    private boolean unknown;

    private GeneratedKeyEdits(
            InsertStatement insert,
            @Nullable TableSchema schema,
            KeyGeneration generation,
            NameQuoting names,
            SqlEdits edits,
            int firstKey,
            KeyRequest wanted) {
        this.wanted = wanted;
        this.insert = insert;
        this.schema = schema;
        this.generation = generation;
        this.names = names;
        this.edits = edits;
        this.firstKey = firstKey;
    }

    /**
     * Adds the edits.
     *
     * @param firstKey the index after the statement's parameters, and after the keys of other INSERTs
     * @param own whether the INSERT is the statement
     * @return empty when no key is to be made; refused when none can be
     */
    static Decision<Optional<GeneratedKeys>> plan(
            InsertStatement insert,
            BoundTable target,
            boolean own,
            Compilation compilation,
            SqlEdits edits,
            int firstKey) {
        KeyGeneration generation = target.table().keyGeneration();
        if (generation == null) {
            return new Decision.Proved<>(Optional.empty());
        }
        TableSchema schema = target.schema();
        ColumnSchema column = schema == null ? null : schema.column(generation.column());
        KeyRequest wanted = KeyRequest.of(compilation.catalog(), column, insert.overriding());
        GeneratedKeyEdits work =
                new GeneratedKeyEdits(insert, schema, generation, compilation.names(), edits, firstKey, wanted);
        if (!work.apply(compilation)) {
            return new Decision.Refused<>(compilation
                    .positions()
                    .refuseAt(
                            ErrorCode.GENERATED_KEY_WITHOUT_VALUES,
                            insert,
                            generation.column(),
                            target.table().name()));
        }
        int[] slots = work.slots.stream().mapToInt(Integer::intValue).toArray();
        return new Decision.Proved<>(
                slots.length == 0
                        ? Optional.empty()
                        : Optional.of(new GeneratedKeys(generation, slots, wanted, own && !work.unknown, null)));
    }

    /** False where no key can be made for its rows. */
    private boolean apply(Compilation compilation) {
        if (wanted.forAll() && !overrideIdentity(compilation)) {
            return false;
        }
        if (insert.source() instanceof ValuesSource values) {
            applyToRows(values.rows());
        } else if (insert.source() instanceof SetSource set) {
            applyToAssignments(set);
        } else if (insert.source() instanceof DefaultRow row) {
            String column = keyColumn();
            edits.replace(row.span(), new Piece.Text("(" + column + ") VALUES ("), next(), new Piece.Text(")"));
        } else if (insert.source() instanceof QuerySource rows
                && !(position() < 0 ? insert.columns().isEmpty() : givesAll(rows, compilation.bound()))) {
            return false;
        }
        return true;
    }

    /** The data node would ignore our key as well; false where that cannot be overridden. */
    private boolean overrideIdentity(Compilation compilation) {
        boolean others = schema == null
                || schema.allColumns().stream()
                                .filter(ColumnSchema::autoIncrement)
                                .count()
                        > 1;
        String override = compilation.dialect().writes().identityOverride();
        if (others || insert.overriding() == null) {
            return false;
        }
        edits.replace(insert.overriding().span(), new Piece.Text(override.trim()));
        return true;
    }

    /** Whether no row of a query has a value for the key column that asks for a key. */
    private boolean givesAll(QuerySource rows, BoundStatement bound) {
        if (wanted.forAll()) {
            return false;
        }
        if (!wanted.forNull() && !wanted.forZero()) {
            return true;
        }
        List<OutputColumn> outputs = bound.outputs(rows.query());
        boolean oneTable = rows.query().body() instanceof Select select
                && (select.from().isEmpty()
                        || select.from().size() == 1 && select.from().get(0) instanceof NamedTable);
        if (outputs == null || !oneTable || position() >= outputs.size()) {
            return false;
        }
        OutputColumn column = outputs.get(position());
        if (column.expression() instanceof Literal literal) {
            return !wanted.is(literal.value());
        }
        if (column.schema() == null || column.schema().nullable()) {
            return false;
        }
        boolean made = column.schema().autoIncrement()
                || column.base() != null
                        && column.base()
                                .table()
                                .table()
                                .generatesKey(column.base().column());
        return made || !wanted.forZero();
    }

    private int position() {
        return InsertColumns.position(insert, schema, generation.column());
    }

    private void applyToRows(List<InsertRow> values) {
        int position = position();
        int width = values.get(0).values().size();
        if (insert.columns().isEmpty() && schema == null) {
            return;
        }
        if (position >= 0 && position < width) {
            for (InsertRow row : values) {
                give(row.values().get(position));
            }
            return;
        }
        listColumn(width);
        for (InsertRow row : values) {
            int end = row.span().stop() - 1;
            if (row.values().isEmpty()) {
                edits.insert(end, next());
            } else {
                edits.insert(end, new Piece.Text(", "), next());
            }
        }
    }

    /** Gives a key to a row that has something in the place of the key column. */
    private void give(Expression value) {
        if (wanted.isAlways(value)) {
            edits.replace(value.span(), next());
            return;
        }
        int parameter = wanted.parameter(value);
        if (parameter >= 0) {
            slots.add(parameter);
        } else if (wanted.isUnknown(value)) {
            edits.insert(value.span().start(), "COALESCE(" + (wanted.forZero() ? "NULLIF(" : ""));
            edits.insert(
                    value.span().stop(),
                    new Piece.Text(wanted.forZero() ? ", 0), " : ", "),
                    next(),
                    new Piece.Text(")"));
            unknown = true;
        }
    }

    /** Puts the key column at the end of the column list, and makes the list where there is none. */
    private void listColumn(int width) {
        String column = keyColumn();
        if (insert.columnsSpan() != null) {
            String separator = insert.columns().isEmpty() ? "" : ", ";
            edits.insert(insert.columnsSpan().stop() - 1, separator + column);
            return;
        }
        TableSchema known = Objects.requireNonNull(schema, "rows whose columns nobody tells were left out before");
        StringBuilder list = new StringBuilder(" (");
        for (int i = 0; i < width; i++) {
            list.append(names.column(known.columns().get(i).name())).append(", ");
        }
        edits.insert(insert.table().name().span().stop(), list + column + ")");
    }

    /** The key column as the rules write it, unless only its stored form in quotes finds it. */
    private String keyColumn() {
        ColumnSchema stored = schema == null ? null : schema.column(generation.column());
        String written = stored == null ? generation.column() : names.column(stored.name());
        return written.equalsIgnoreCase(generation.column()) ? generation.column() : written;
    }

    private void applyToAssignments(SetSource set) {
        for (Assignment assignment : set.assignments()) {
            if (assignment.columns().get(0).name().text().equalsIgnoreCase(generation.column())) {
                give(assignment.value());
                return;
            }
        }
        edits.insert(set.span().stop(), new Piece.Text(", " + keyColumn() + " = "), next());
    }

    private Piece next() {
        slots.add(GeneratedKeys.APPENDED);
        return new Piece.Placeholder(firstKey + rows++);
    }
}
