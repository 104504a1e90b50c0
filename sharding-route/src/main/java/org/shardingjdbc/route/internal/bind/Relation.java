package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.rule.placement.Dependence;
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
    /** Of a table whose columns are made when they are first asked for; else null. */
    private final @Nullable TableSchema schema;
    /** Those that {@code *} shows; null until they are made, or where they are unknown. */
    private @Nullable List<Column> columns;

    private final Map<String, Column> byName = new HashMap<>();

    private Relation(
            @Nullable String name,
            @Nullable Identifier written,
            @Nullable TableUse use,
            @Nullable Terms terms,
            @Nullable TableSchema schema,
            @Nullable List<Column> columns) {
        this.name = name;
        this.written = written;
        this.use = use;
        this.terms = terms;
        this.schema = schema;
        this.columns = columns;
        if (columns != null) {
            for (Column column : columns) {
                if (column.name() != null) {
                    byName.putIfAbsent(lower(column.name()), column);
                }
            }
        }
    }

    /**
     * A table; its columns are unknown while its schema is. Statements name few columns of a wide table: a column is
     * made when it is first asked for, but for those that decide where rows are, about which facts are looked up.
     */
    public static Relation ofTable(Identifier name, TableUse use, Terms terms, List<String> columnAliases) {
        TableSchema schema = use.table().schema();
        if (schema == null) {
            return new Relation(name.text(), name, columnAliases.isEmpty() ? use : null, terms, null, null);
        }
        if (!columnAliases.isEmpty()) {
            return renamed(name, use, terms, schema, columnAliases);
        }
        Relation relation = new Relation(name.text(), name, use, terms, schema, null);
        if (use.isSharded()) {
            use.sharded().shardingColumns().forEach(relation::column);
            for (Dependence dependence : use.sharded().dependences()) {
                dependence.columns().forEach(relation::column);
            }
        }
        return relation;
    }

    private static Relation renamed(
            Identifier name, TableUse use, Terms terms, TableSchema schema, List<String> columnAliases) {
        List<Column> columns = new ArrayList<>();
        for (ColumnSchema stored : schema.columns()) {
            Column column = columnOf(use, terms, stored);
            int position = columns.size();
            columns.add(position < columnAliases.size() ? column.named(columnAliases.get(position)) : column);
        }
        Relation relation = new Relation(name.text(), name, use, terms, null, columns);
        for (ColumnSchema invisible : schema.invisible()) {
            relation.byName.putIfAbsent(lower(invisible.name()), columnOf(use, terms, invisible));
        }
        return relation;
    }

    /** The rows of a query, or with {@code columns} null something whose columns are unknown. */
    public static Relation ofColumns(String name, @Nullable List<Column> columns) {
        return new Relation(name, null, null, null, null, columns);
    }

    /** As {@link #ofColumns(String, List)}, under a name that the statement gives, or null. */
    public static Relation ofColumns(@Nullable Identifier name, @Nullable List<Column> columns) {
        return new Relation(name == null ? null : name.text(), name, null, null, null, columns);
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

    /** Whether its columns are known. */
    boolean hasColumns() {
        return schema != null || columns != null;
    }

    /** Those that {@code *} shows, in order; null when they are unknown. */
    public @Nullable List<Column> columns() {
        if (columns == null && schema != null && use != null && terms != null) {
            List<Column> all = new ArrayList<>();
            for (ColumnSchema stored : schema.columns()) {
                String key = lower(stored.name());
                Column known = byName.get(key);
                boolean made = known != null && stored.name().equals(known.name());
                all.add(made ? known : columnOf(use, terms, stored));
                byName.putIfAbsent(key, all.get(all.size() - 1));
            }
            columns = all;
        }
        return columns;
    }

    /** The column of that name, compared without case; null when there is none or the columns are unknown. */
    @Nullable
    Column column(String columnName) {
        String key = lower(columnName);
        Column known = byName.get(key);
        if (known != null || schema == null || use == null || terms == null) {
            return known;
        }
        for (ColumnSchema stored : schema.allColumns()) {
            if (lower(stored.name()).equals(key)) {
                Column made = columnOf(use, terms, stored, key);
                byName.put(key, made);
                return made;
            }
        }
        return null;
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
        return columnOf(use, terms, columnName, key, terms.column(use, key));
    }

    private static Column columnOf(TableUse use, Terms terms, ColumnSchema stored) {
        return columnOf(use, terms, stored, lower(stored.name()));
    }

    private static Column columnOf(TableUse use, Terms terms, ColumnSchema stored, String key) {
        return columnOf(use, terms, stored.name(), key, terms.column(use, key, stored));
    }

    /** @param key the name in lower case */
    private static Column columnOf(TableUse use, Terms terms, String columnName, String key, int term) {
        ColumnOrigin.OfTable origin = new ColumnOrigin.OfTable(use.table(), key);
        return new Column(columnName, origin, term, origin, terms.schema(term));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
