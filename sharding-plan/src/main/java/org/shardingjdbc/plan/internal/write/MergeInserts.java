package org.shardingjdbc.plan.internal.write;

import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.MergeAction;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.bind.KeyRequest;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * What the INSERTs of a MERGE say of the column whose keys a generator makes, and the columns of those that list none.
 * Immutable.
 *
 * @param table null where nothing is known of it
 * @param generation null where no keys are made
 */
record MergeInserts(
        MergeStatement merge,
        BoundTable table,
        TableSchema schema,
        KeyGeneration generation,
        Catalog catalog,
        Dialect dialect,
        NameQuoting names) {
    /** The column of the source in which keys are. */
    static final String KEY = "shd_key";

    static MergeInserts of(
            BoundStatement bound, MergeStatement merge, Catalog catalog, Dialect dialect, NameQuoting names) {
        BoundTable table = bound.table(merge.target());
        TableSchema schema = table == null ? null : table.schema();
        if (table != null && schema == null) {
            schema = catalog.table(table.table());
        }
        KeyGeneration generation = table == null ? null : table.table().keyGeneration();
        return new MergeInserts(merge, table, schema, generation, catalog, dialect, names);
    }

    static boolean isInsert(MergeAction action) {
        return action.columnsSpan() != null;
    }

    /** Whether a row of an INSERT gets its key from the generator, in every execution. */
    boolean isMade(MergeAction insert) {
        Expression value = key(insert);
        return value == null || wanted(insert).isAlways(value);
    }

    private KeyRequest wanted(MergeAction insert) {
        ColumnSchema column = schema == null ? null : schema.column(generation.column());
        return KeyRequest.of(catalog, column, insert.overriding());
    }

    /** What stands for the key; null where nothing does. */
    private Expression key(MergeAction insert) {
        int position = InsertColumns.position(insert, schema, generation.column());
        return position < 0 ? null : insert.values().get(position);
    }

    /** The generator, if any INSERT needs its keys. */
    KeyGeneration made() {
        boolean any =
                generation != null && merge.actions().stream().anyMatch(action -> isInsert(action) && isMade(action));
        return any ? generation : null;
    }

    /** Whether it cannot be told which rows get a key, or in which column. */
    boolean obstacle() {
        if (generation == null) {
            return false;
        }
        for (MergeAction action : merge.actions()) {
            if (!isInsert(action)) {
                continue;
            }
            Expression value = key(action);
            boolean open = value != null
                    && !isMade(action)
                    && (wanted(action).isUnknown(value) || wanted(action).parameter(value) >= 0);
            boolean unlisted = action.columns().isEmpty() && (schema == null || !fits(action));
            if (open || unlisted || schema == null || isMade(action) && hasOtherIdentity(action)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasOtherIdentity(MergeAction action) {
        return action.overriding() != null
                && action.overriding().user()
                && schema.allColumns().stream()
                                .filter(ColumnSchema::autoIncrement)
                                .count()
                        > 1;
    }

    private boolean fits(MergeAction insert) {
        int values = insert.values().size();
        int most = schema.columns().size();
        return values == most || values < most && dialect.writes().fewerValuesThanColumns();
    }

    /** The type of keys; null where they are written as they are. */
    String keyType() {
        ColumnSchema column = generation == null || schema == null ? null : schema.column(generation.column());
        return column == null || column.typeName() == null
                ? null
                : dialect.types().castType(column.jdbcType(), column.typeName(), column.size(), column.scale());
    }

    /** The list of columns that an INSERT without one means, with its parentheses; null where that is not known. */
    String columns(MergeAction insert) {
        if (schema == null || !insert.columns().isEmpty() || !fits(insert)) {
            return null;
        }
        StringBuilder list = new StringBuilder(" (");
        List<ColumnSchema> columns = schema.columns();
        for (int i = 0; i < insert.values().size(); i++) {
            list.append(i == 0 ? "" : ", ").append(names.column(columns.get(i).name()));
        }
        return list.append(')').toString();
    }

    /**
     * Copies the part of the statement behind its source, with the keys of its INSERTs.
     *
     * @param name of the source, which has the keys
     */
    void copy(StepTemplate.Builder text, Span part, String name) {
        int from = part.start();
        for (MergeAction action : merge.actions()) {
            if (generation == null || !isInsert(action) || !isMade(action)) {
                continue;
            }
            String key = name + "." + KEY;
            String column = names.column(schema.column(generation.column()).name());
            Span list = action.columnsSpan();
            Span row = action.rowSpan();
            Expression value = key(action);
            String listed = columns(action);
            boolean written = listed == null;
            text.copy(new Span(from, written ? list.stop() - 1 : list.stop()));
            text.text(written ? "" : listed.substring(0, listed.length() - 1))
                    .text(value == null ? ", " + column + ")" : ")")
                    .text(dialect.writes().identityOverride() + " VALUES ");
            Span given = value == null ? new Span(row.stop() - 1, row.stop() - 1) : value.span();
            text.copy(new Span(row.start(), given.start()))
                    .text(value == null ? ", " + key : key)
                    .copy(new Span(given.stop(), row.stop()));
            from = row.stop();
        }
        text.copy(new Span(from, part.stop()));
    }
}
