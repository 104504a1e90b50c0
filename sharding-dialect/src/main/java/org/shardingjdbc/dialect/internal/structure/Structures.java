package org.shardingjdbc.dialect.internal.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How a database is asked for the definitions of all tables of a schema, and how it changes them. The default answers
 * ask nothing, and change by standard SQL. Without state.
 */
public interface Structures {
    /** How names are written. */
    NameForms names();

    /**
     * A query, of a schema, for the columns of its tables, table by table and in their order: table, column, type as a
     * definition writes it, YES or NO for whether it may be NULL, default, clause of generation, collation. Null where
     * JDBC is to tell them.
     */
    default @Nullable String columns() {
        return null;
    }

    /**
     * A query, of a schema, for the parts of indexes, index by index and in their order: table, index, YES or NO for
     * whether it is unique, the same for whether it is the primary key's, the column or NULL where the part is no whole
     * column, the part as a definition writes it, condition, constraint. Null where they are not told.
     */
    default @Nullable String indexes() {
        return null;
    }

    /**
     * A query, of a schema, for the columns of foreign keys, key by key and in their order: table, constraint, column,
     * table and column that it refers to, what a deletion does. Null where they are not told.
     */
    default @Nullable String foreignKeys() {
        return null;
    }

    /** A name as statements write it: between quotes only where it would not be found without. */
    default String written(String name) {
        boolean plain = name.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')
                && !Character.isDigit(name.charAt(0))
                && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
        boolean same = !names().quotesKeepCase() || names().folded().apply(name).equals(name);
        return plain && same ? name : names().quoted().apply(name);
    }

    /** Names that many a table has and that no statement finds without quotes. */
    List<String> RESERVED = List.of(
            "order",
            "user",
            "group",
            "key",
            "table",
            "index",
            "value",
            "values",
            "from",
            "to",
            "select",
            "default",
            "check",
            "references",
            "desc",
            "limit",
            "offset",
            "end",
            "rank",
            "row",
            "rows",
            "condition",
            "interval");

    /** Columns as they stand between parentheses. */
    default String list(List<String> names) {
        StringJoiner list = new StringJoiner(", ");
        names.forEach(each -> list.add(written(each)));
        return list.toString();
    }

    /** A column as CREATE TABLE and ADD COLUMN want it. */
    default String definition(ColumnStructure column) {
        return written(column.name()) + " " + column.typeAndCollation()
                + (column.generation() == null ? "" : " " + column.generation())
                + (column.defaultValue() == null ? "" : " DEFAULT " + column.defaultValue())
                + (column.nullable() ? "" : " NOT NULL");
    }

    /** Makes a table with its columns and primary key. */
    default String create(String table, TableStructure like) {
        StringJoiner elements = new StringJoiner(", ", "CREATE TABLE " + written(table) + " (", ")");
        like.columns().forEach(column -> elements.add(definition(column)));
        if (like.primaryKey() != null) {
            elements.add("PRIMARY KEY (" + String.join(", ", like.primaryKey().parts()) + ")");
        }
        return elements.toString();
    }

    /** Adds a column. */
    default String add(String table, ColumnStructure column) {
        return alter(table) + "ADD COLUMN " + definition(column);
    }

    /** Removes a column. */
    default String dropColumn(String table, String column) {
        return alter(table) + "DROP COLUMN " + written(column);
    }

    /** Makes a column like another one of its name; empty where no statement does. */
    default List<String> change(String table, ColumnStructure column, ColumnStructure like) {
        if (!Objects.equals(column.generation(), like.generation())) {
            return List.of();
        }
        List<String> statements = new ArrayList<>();
        String start = alter(table) + "ALTER COLUMN " + written(column.name());
        if (!column.typeAndCollation().equals(like.typeAndCollation())) {
            statements.add(start + typeClause() + like.typeAndCollation());
        }
        if (!Objects.equals(column.defaultValue(), like.defaultValue())) {
            statements.add(
                    start + (like.defaultValue() == null ? " DROP DEFAULT" : " SET DEFAULT " + like.defaultValue()));
        }
        if (column.nullable() != like.nullable()) {
            statements.add(start + (like.nullable() ? " DROP NOT NULL" : " SET NOT NULL"));
        }
        return statements;
    }

    /** What stands between the column and its new type. */
    default String typeClause() {
        return " SET DATA TYPE ";
    }

    /**
     * Makes an index, or a primary key.
     *
     * @param name of the index
     * @return null where the catalog does not tell what the index is over
     */
    default @Nullable String create(String table, String name, IndexStructure like) {
        String parts = " (" + String.join(", ", like.parts()) + ")";
        if (parts.contains("?")) {
            return null;
        }
        if (like.primary()) {
            return alter(table) + "ADD PRIMARY KEY" + parts;
        }
        boolean behind = like.condition() != null && like.condition().startsWith("WHERE");
        return "CREATE " + (like.unique() ? "UNIQUE " : "")
                + (like.condition() == null || behind ? "" : like.condition() + " ")
                + "INDEX " + written(name) + " ON " + written(table) + parts + (behind ? " " + like.condition() : "");
    }

    /** Removes an index, or the constraint to which it belongs. */
    default String drop(String table, IndexStructure index) {
        return index.constraint() == null
                ? "DROP INDEX " + written(index.name())
                : alter(table) + "DROP CONSTRAINT " + written(index.constraint());
    }

    /** Makes a foreign key to an actual table. */
    default String create(String table, String name, ForeignKeyStructure like, String to) {
        return alter(table) + "ADD CONSTRAINT " + written(name) + " FOREIGN KEY (" + list(like.columns())
                + ") REFERENCES "
                + written(to) + " (" + list(like.referenced()) + ")"
                + (like.isPlain() ? "" : " ON DELETE " + like.deleteRule());
    }

    /** Removes a foreign key. */
    default String drop(String table, ForeignKeyStructure key) {
        return alter(table) + "DROP CONSTRAINT " + written(key.name());
    }

    /** How a statement on a table's definition begins. */
    default String alter(String table) {
        return "ALTER TABLE " + written(table) + " ";
    }
}
