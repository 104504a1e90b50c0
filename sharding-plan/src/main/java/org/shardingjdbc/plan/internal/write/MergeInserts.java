package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
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
        @Nullable BoundTable table,
        @Nullable TableSchema schema,
        @Nullable KeyGeneration generation,
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
    private boolean isMade(MergeAction insert, KeyGeneration generation) {
        Expression value = key(insert, generation);
        return value == null || wanted(insert, generation).isAlways(value);
    }

    private KeyRequest wanted(MergeAction insert, KeyGeneration generation) {
        ColumnSchema column = schema == null ? null : schema.column(generation.column());
        return KeyRequest.of(catalog, column, insert.overriding());
    }

    /** What stands for the key; null where nothing does. */
    private @Nullable Expression key(MergeAction insert, KeyGeneration generation) {
        int position = InsertColumns.position(insert, schema, generation.column());
        return position < 0 ? null : insert.values().get(position);
    }

    /** The generator, if any INSERT needs its keys. */
    @Nullable
    KeyGeneration made() {
        KeyGeneration known = generation;
        boolean any =
                known != null && merge.actions().stream().anyMatch(action -> isInsert(action) && isMade(action, known));
        return any ? known : null;
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
            Expression value = key(action, generation);
            boolean open = value != null
                    && !isMade(action, generation)
                    && (wanted(action, generation).isUnknown(value)
                            || wanted(action, generation).parameter(value) >= 0);
            boolean unlisted = action.columns().isEmpty() && (schema == null || !fits(action, schema));
            if (open || unlisted || schema == null || isMade(action, generation) && hasOtherIdentity(action, schema)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasOtherIdentity(MergeAction action, TableSchema schema) {
        return action.overriding() != null
                && action.overriding().user()
                && schema.allColumns().stream()
                                .filter(ColumnSchema::autoIncrement)
                                .count()
                        > 1;
    }

    private boolean fits(MergeAction insert, TableSchema schema) {
        int values = insert.values().size();
        int most = schema.columns().size();
        return values == most || values < most && dialect.writes().fewerValuesThanColumns();
    }

    /** The type of keys; null where they are written as they are. */
    @Nullable
    String keyType() {
        ColumnSchema column = generation == null || schema == null ? null : schema.column(generation.column());
        return column == null || column.typeName() == null
                ? null
                : dialect.types().castType(column.jdbcType(), column.typeName(), column.size(), column.scale());
    }

    /** The list of columns that an INSERT without one means, with its parentheses; null where that is not known. */
    @Nullable
    String list(MergeAction insert) {
        if (schema == null || !insert.columns().isEmpty() || !fits(insert, schema)) {
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
     * What the statement does for each row, with the keys of the rows that are inserted.
     *
     * @param source the name of the source, which has the keys
     */
    List<MergeAction> actions(Identifier source) {
        KeyGeneration made = generation;
        TableSchema known = schema;
        if (made == null || known == null) {
            return merge.actions();
        }
        return merge.actions().stream()
                .map(action -> isInsert(action) && isMade(action, made) ? keyed(action, source, made, known) : action)
                .toList();
    }

    private MergeAction keyed(MergeAction insert, Identifier source, KeyGeneration generation, TableSchema schema) {
        List<Identifier> columns = columns(insert, schema);
        List<Expression> values = new ArrayList<>(insert.values());
        int position = InsertColumns.position(insert, schema, generation.column());
        Expression key = MadeNodes.column(source, MadeNodes.name(KEY));
        if (position < 0) {
            ColumnSchema column = schema.column(generation.column());
            columns.add(names.columnName(column == null ? generation.column() : column.name()));
            values.add(key);
        } else {
            values.set(position, key);
        }
        boolean overrides = !dialect.writes().identityOverride().isEmpty();
        return new MergeAction(
                Span.NONE,
                insert.matched(),
                insert.condition(),
                List.of(),
                columns,
                Span.NONE,
                overrides ? new Overriding(Span.NONE, false) : null,
                Span.NONE,
                values,
                false);
    }

    /** Those that it lists, or that it means where it lists none. */
    private List<Identifier> columns(MergeAction insert, TableSchema schema) {
        List<Identifier> columns = new ArrayList<>();
        insert.columns().forEach(column -> columns.add(MadeNodes.again(column)));
        for (int i = 0; insert.columns().isEmpty() && i < insert.values().size(); i++) {
            columns.add(names.columnName(schema.columns().get(i).name()));
        }
        return columns;
    }
}
