package org.shardingjdbc.rule.lookup;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A table by which rows of another table are found: it maps values of some columns of that table to the values of its
 * sharding columns. It is read by a separate query, in the session's transaction, when a statement compares all
 * looked-up columns with values and restricts no sharding column. The conditions of the statement stay in its SQL, so
 * that an entry for rows that do not exist does no harm; but every row that matches the statement must have an entry.
 * Immutable, shared by all threads; two are equal when all of their parts are.
 *
 * <pre>{@code
 * LookUp.builder("by_order_no", "t_order_by_no")
 *         .match("order_no", "order_no")
 *         .give("user_id", "user_id")
 *         .build();
 * }</pre>
 */
@Incubating
public final class LookUp {
    private final String name;
    private final String table;
    private final List<String> columns;
    private final List<String> keys;
    private final List<String> gives;
    private final List<String> from;
    private final List<String> primaryKey;
    private final List<String> copied;

    private LookUp(Builder parts) {
        name = parts.name;
        table = parts.table;
        columns = List.copyOf(parts.columns);
        keys = List.copyOf(parts.keys);
        gives = List.copyOf(parts.gives);
        from = List.copyOf(parts.from);
        primaryKey = List.copyOf(parts.primaryKey);
        copied = List.copyOf(parts.copied);
    }

    /**
     * A builder of a look-up that matches and gives nothing yet.
     *
     * @param name what explanations call it
     * @param table the logic table that is asked: it may be sharded itself, best by its keys, or be any other one
     */
    public static Builder builder(String name, String table) {
        return new Builder(name, table);
    }

    /** Its name in explanations. */
    public String name() {
        return name;
    }

    /** The logic table that is asked. */
    public String table() {
        return table;
    }

    /** The looked-up columns, as the table whose rows are looked for has them; not empty. */
    public List<String> columns() {
        return columns;
    }

    /** The columns of {@link #table} that hold values of {@link #columns}, in their order. */
    public List<String> keys() {
        return keys;
    }

    /** Sharding columns of the table whose rows are looked for; not empty. */
    public List<String> gives() {
        return gives;
    }

    /** The columns of {@link #table} that hold values of {@link #gives}, in their order. */
    public List<String> from() {
        return from;
    }

    /** The columns of the primary key that {@link #table} has to have; empty where any will do. */
    public List<String> primaryKey() {
        return primaryKey;
    }

    /** Further columns of {@link #table}, which have the names of those whose values they hold. */
    public List<String> copied() {
        return copied;
    }

    /** Whether at most one entry has the same values in {@link #keys}, which its primary key says. */
    public boolean isUnique() {
        return !primaryKey.isEmpty()
                && primaryKey.stream().allMatch(column -> keys.stream().anyMatch(column::equalsIgnoreCase));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LookUp lookUp
                && name.equals(lookUp.name)
                && table.equals(lookUp.table)
                && columns.equals(lookUp.columns)
                && keys.equals(lookUp.keys)
                && gives.equals(lookUp.gives)
                && from.equals(lookUp.from)
                && primaryKey.equals(lookUp.primaryKey)
                && copied.equals(lookUp.copied);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, table, columns, keys, gives, from, primaryKey, copied);
    }

    @Override
    public String toString() {
        return name + ": " + columns + " in " + table + keys + " gives " + gives + " from " + from;
    }

    /** Collects the pairs of columns. Not thread-safe. */
    @Incubating
    public static final class Builder {
        private final String name;
        private final String table;
        private final List<String> columns = new ArrayList<>();
        private final List<String> keys = new ArrayList<>();
        private final List<String> gives = new ArrayList<>();
        private final List<String> from = new ArrayList<>();
        private final List<String> primaryKey = new ArrayList<>();
        private final List<String> copied = new ArrayList<>();

        private Builder(String name, String table) {
            this.name = name;
            this.table = table;
        }

        /**
         * A statement has to compare a column with values.
         *
         * @param column of the table whose rows are looked for
         * @param key the column of the table that is asked which holds its values, equal by the same collation
         */
        public Builder match(String column, String key) {
            columns.add(column);
            keys.add(key);
            return this;
        }

        /**
         * The values of a sharding column become known.
         *
         * @param shardingColumn of the table whose rows are looked for
         * @param holder the column of the table that is asked which holds its values
         */
        public Builder give(String shardingColumn, String holder) {
            gives.add(shardingColumn);
            from.add(holder);
            return this;
        }

        /**
         * The primary key that the table which is asked has to have, as a check of definitions tells.
         *
         * @param columnNames of that table
         */
        public Builder primaryKey(List<String> columnNames) {
            primaryKey.addAll(columnNames);
            return this;
        }

        /**
         * The table that is asked also has values of these columns, under the same names.
         *
         * @param columnNames of both tables
         */
        public Builder copy(List<String> columnNames) {
            copied.addAll(columnNames);
            return this;
        }

        /** @throws IllegalArgumentException when it matches no column, or gives none */
        public LookUp build() {
            if (columns.isEmpty() || gives.isEmpty()) {
                throw new IllegalArgumentException("look-up " + name + " matches no column, or gives none");
            }
            return new LookUp(this);
        }
    }
}
