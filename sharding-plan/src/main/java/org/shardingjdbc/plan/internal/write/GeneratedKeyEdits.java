package org.shardingjdbc.plan.internal.write;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.DefaultRow;
import org.shardingjdbc.parser.internal.ast.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.QuerySource;
import org.shardingjdbc.parser.internal.ast.SetSource;
import org.shardingjdbc.parser.internal.ast.ValuesSource;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.rewrite.internal.NameQuoting;
import org.shardingjdbc.rewrite.internal.Piece;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Puts generated keys into an INSERT: the key column where the statement does not list it, and a placeholder in each
 * row that gives it no value or DEFAULT. The n-th such row takes the n-th key. One per plan; not thread-safe.
 */
public final class GeneratedKeyEdits {
    private final InsertStatement insert;
    private final TableSchema schema;
    private final KeyGeneration generation;
    private final NameQuoting names;
    private final SqlEdits edits;
    private final int firstKey;
    private int rows;

    private GeneratedKeyEdits(
            InsertStatement insert,
            TableSchema schema,
            KeyGeneration generation,
            NameQuoting names,
            SqlEdits edits,
            int firstKey) {
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
     * @return null when no key is to be made
     */
    static GeneratedKeys plan(
            InsertStatement insert,
            BoundTable target,
            boolean own,
            Compilation compilation,
            SqlEdits edits,
            int firstKey) {
        KeyGeneration generation = target.table() instanceof PartitionedTable sharded ? sharded.keyGeneration() : null;
        if (generation == null) {
            return null;
        }
        GeneratedKeyEdits work =
                new GeneratedKeyEdits(insert, target.schema(), generation, compilation.names(), edits, firstKey);
        work.apply(compilation.positions(), target.table().name());
        return work.rows == 0 ? null : new GeneratedKeys(generation, work.rows, own, null);
    }

    private void apply(SourcePositions positions, String table) {
        if (insert.source() instanceof ValuesSource values) {
            applyToRows(values.rows());
        } else if (insert.source() instanceof SetSource set) {
            applyToAssignments(set);
        } else if (insert.source() instanceof DefaultRow row) {
            String column = keyColumn();
            edits.replace(row.span(), new Piece.Text("(" + column + ") VALUES ("), next(), new Piece.Text(")"));
        } else if (insert.source() instanceof QuerySource && !insert.columns().isEmpty() && position() < 0) {
            throw positions.refuseAt(ErrorCode.GENERATED_KEY_WITHOUT_VALUES, insert, generation.column(), table);
        }
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
                Expression value = row.values().get(position);
                if (value instanceof DefaultValue) {
                    edits.replace(value.span(), next());
                }
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

    /** Puts the key column at the end of the column list, and makes the list where there is none. */
    private void listColumn(int width) {
        String column = keyColumn();
        if (insert.columnsSpan() != null) {
            String separator = insert.columns().isEmpty() ? "" : ", ";
            edits.insert(insert.columnsSpan().stop() - 1, separator + column);
            return;
        }
        StringBuilder list = new StringBuilder(" (");
        for (int i = 0; i < width; i++) {
            list.append(names.column(schema.columns().get(i).name())).append(", ");
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
                if (assignment.value() instanceof DefaultValue) {
                    edits.replace(assignment.value().span(), next());
                }
                return;
            }
        }
        edits.insert(set.span().stop(), new Piece.Text(", " + keyColumn() + " = "), next());
    }

    private Piece next() {
        return new Piece.Placeholder(firstKey + rows++);
    }
}
