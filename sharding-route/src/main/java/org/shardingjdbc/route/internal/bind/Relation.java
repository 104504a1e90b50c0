package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * One element of a FROM, under the name by which its columns are qualified. Immutable but for terms that are made when
 * first asked for.
 */
public final class Relation {
    private final @Nullable String name;
    private final @Nullable Identifier written;
    private final @Nullable TableUse use;
    private final @Nullable Terms terms;
    private final @Nullable List<Column> columns;
    private final Map<String, Column> byName = new HashMap<>();

    private Relation(
            @Nullable String name,
            @Nullable Identifier written,
            @Nullable TableUse use,
            @Nullable Terms terms,
            @Nullable List<Column> columns) {
        this.name = name;
        this.written = written;
        this.use = use;
        this.terms = terms;
        this.columns = columns;
        if (columns != null) {
            for (Column column : columns) {
                if (column.name() != null) {
                    byName.putIfAbsent(lower(column.name()), column);
                }
            }
        }
    }

    /** A table; its columns are unknown while its schema is. */
    public static Relation ofTable(Identifier name, TableUse use, Terms terms, List<String> columnAliases) {
        List<Column> columns = null;
        TableSchema schema = use.table().schema();
        if (schema != null) {
            columns = new ArrayList<>();
            for (int i = 0; i < schema.columns().size(); i++) {
                String stored = schema.columns().get(i).name();
                Column column = columnOf(use, terms, stored);
                columns.add(i < columnAliases.size() ? column.named(columnAliases.get(i)) : column);
            }
        }
        boolean renamedUnknown = columns == null && !columnAliases.isEmpty();
        Relation relation = new Relation(name.text(), name, renamedUnknown ? null : use, terms, columns);
        if (schema != null) {
            for (ColumnSchema invisible : schema.invisible()) {
                relation.byName.putIfAbsent(lower(invisible.name()), columnOf(use, terms, invisible.name()));
            }
        }
        return relation;
    }

    /** The rows of a query, or with {@code columns} null something whose columns are unknown. */
    public static Relation ofColumns(String name, @Nullable List<Column> columns) {
        return new Relation(name, null, null, null, columns);
    }

    /** As {@link #ofColumns(String, List)}, under a name that the statement gives, or null. */
    public static Relation ofColumns(@Nullable Identifier name, @Nullable List<Column> columns) {
        return new Relation(name == null ? null : name.text(), name, null, null, columns);
    }

    /** The exposed name, or null where it has none. */
    @Nullable
    String name() {
        return name;
    }

    /** The schema of a table that is in another one than the logic database's; null for everything else. */
    @Nullable
    String otherSchema() {
        SchemaTable place = use == null ? null : use.table().table().place();
        return place == null ? null : place.schema();
    }

    /** The exposed name where the statement writes it, or null. */
    public @Nullable Identifier written() {
        return written;
    }

    /** The table that it is, or null. */
    @Nullable
    TableUse use() {
        return use;
    }

    /** Those that {@code *} shows, in order; null when they are unknown. */
    public @Nullable List<Column> columns() {
        return columns;
    }

    /** The column of that name, compared without case; null when there is none or the columns are unknown. */
    @Nullable
    Column column(String columnName) {
        return byName.get(lower(columnName));
    }

    /**
     * The column that a qualified name means: of a table even one that its schema does not show, such as a system
     * column.
     */
    @Nullable
    Column qualifiedColumn(String columnName) {
        Column column = column(columnName);
        return column == null && use != null && terms != null ? columnOf(use, terms, columnName) : column;
    }

    private static Column columnOf(TableUse use, Terms terms, String columnName) {
        String key = lower(columnName);
        ColumnOrigin.OfTable origin = new ColumnOrigin.OfTable(use.table(), key);
        int term = terms.column(use, key);
        return new Column(columnName, origin, term, origin, terms.schema(term));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
