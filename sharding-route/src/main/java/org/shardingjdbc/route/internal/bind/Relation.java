package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * One element of a FROM, under the name by which its columns are qualified. Immutable but for terms that are made when
 * first asked for.
 */
public final class Relation {
    private final String name;
    private final Identifier written;
    private final TableUse use;
    private final Terms terms;
    private final List<Column> columns;
    private final Map<String, Column> byName = new HashMap<>();

    private Relation(String name, Identifier written, TableUse use, Terms terms, List<Column> columns) {
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
        if (use.table().schema() != null) {
            columns = new ArrayList<>();
            for (int i = 0; i < use.table().schema().columns().size(); i++) {
                String stored = use.table().schema().columns().get(i).name();
                Column column = columnOf(use, terms, stored);
                columns.add(i < columnAliases.size() ? column.named(columnAliases.get(i)) : column);
            }
        }
        boolean renamedUnknown = columns == null && !columnAliases.isEmpty();
        Relation relation = new Relation(name.text(), name, renamedUnknown ? null : use, terms, columns);
        if (columns != null) {
            for (ColumnSchema invisible : use.table().schema().invisible()) {
                relation.byName.putIfAbsent(lower(invisible.name()), columnOf(use, terms, invisible.name()));
            }
        }
        return relation;
    }

    /** The rows of a query, or with {@code columns} null something whose columns are unknown. */
    public static Relation ofColumns(String name, List<Column> columns) {
        return new Relation(name, null, null, null, columns);
    }

    /** As {@link #ofColumns(String, List)}, under a name that the statement gives, or null. */
    public static Relation ofColumns(Identifier name, List<Column> columns) {
        return new Relation(name == null ? null : name.text(), name, null, null, columns);
    }

    /** The exposed name, or null where it has none. */
    String name() {
        return name;
    }

    /** The schema of a table that is in another one than the logic database's; null for everything else. */
    String otherSchema() {
        return use != null && use.table().table().place() != null
                ? use.table().table().place().schema()
                : null;
    }

    /** The exposed name where the statement writes it, or null. */
    public Identifier written() {
        return written;
    }

    /** The table that it is, or null. */
    TableUse use() {
        return use;
    }

    /** Those that {@code *} shows, in order; null when they are unknown. */
    public List<Column> columns() {
        return columns;
    }

    /** The column of that name, compared without case; null when there is none or the columns are unknown. */
    Column column(String columnName) {
        return byName.get(lower(columnName));
    }

    /**
     * The column that a qualified name means: of a table even one that its schema does not show, such as a system
     * column.
     */
    Column qualifiedColumn(String columnName) {
        Column column = column(columnName);
        return column == null && use != null ? columnOf(use, terms, columnName) : column;
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
