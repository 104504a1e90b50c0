package org.shardingjdbc.feature.lookup.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.beside.BesideStatement;
import org.shardingjdbc.rule.beside.RowChange;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Keeps the entries of a table's look-ups as its rows are written, in the same transaction. Each entry is that of one
 * row; a row has one in each look-up in whose looked-up columns it has no NULL.
 *
 * <p>Entries follow the row: the old one goes and the new one comes after the row was written. So an UPDATE or DELETE
 * that is itself looked up still finds the entries by which it is routed, values that the database takes for the same
 * (by their collation, or since a column is set to what it was) never meet the entry of their own row, and all writes
 * lock a row before its entries. That the entry of another row has the same values, the database tells by the primary
 * key of the look-up table, with the error that a unique index of the row's table would have; who inserts them at the
 * same time waits there as at such an index.
 *
 * <p>Immutable, shared by all threads.
 */
final class EntryWrites implements WritesBeside {
    private final String name;
    private final List<String> columns;
    private final List<Entries> kept = new ArrayList<>();
    private final boolean together;

    /**
     * @param lookUps those of one owner, not empty
     * @param together whether rows and entries lie in several data sources
     */
    private EntryWrites(List<CompiledLookUp> lookUps, boolean together) {
        this.name = lookUps.stream().map(CompiledLookUp::name).collect(Collectors.joining(", "));
        this.together = together;
        Map<String, String> all = new LinkedHashMap<>();
        for (CompiledLookUp lookUp : lookUps) {
            lookUp.entry().forEach(column -> all.putIfAbsent(column.toLowerCase(Locale.ROOT), column));
        }
        this.columns = List.copyOf(all.values());
        List<String> folded = List.copyOf(all.keySet());
        lookUps.forEach(lookUp -> kept.add(new Entries(lookUp, folded)));
    }

    /**
     * Those of all tables that have look-ups.
     *
     * @param byOwner the look-ups by the lower-case names of their owners
     * @param setup knows where tables are
     */
    static Map<String, EntryWrites> all(Map<String, List<CompiledLookUp>> byOwner, RuleSetup setup) {
        Map<String, EntryWrites> all = new HashMap<>();
        byOwner.forEach((owner, lookUps) -> {
            if (!lookUps.isEmpty()) {
                all.put(owner, new EntryWrites(lookUps, !inOneDataSource(owner, lookUps, setup)));
            }
        });
        return all;
    }

    private static boolean inOneDataSource(String owner, List<CompiledLookUp> lookUps, RuleSetup setup) {
        LogicTable rows = setup.table(owner);
        return rows != null
                && Stream.concat(Stream.of(rows), lookUps.stream().map(lookUp -> setup.table(lookUp.table())))
                        .allMatch(table -> table != null && table.isOnlyOn(rows.firstDataSource()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public boolean together() {
        return together;
    }

    @Override
    public List<BesideStatement> after(RowChange change) {
        List<BesideStatement> statements = new ArrayList<>();
        for (Entries entries : kept) {
            entries.add(change, statements);
        }
        return statements;
    }

    /** The entries of one look-up, and what is executed for them. */
    private static final class Entries {
        private final String insert;
        private final String delete;
        /** Where the values of an entry, and those of its key, stand in a row change. */
        private final int[] values;

        private final int[] key;
        /** Where those stand without which there is no entry. */
        private final int[] lookedUp;

        private Entries(CompiledLookUp lookUp, List<String> folded) {
            List<String> all = lookUp.entry();
            this.values = positions(all, folded);
            // and where the row was, as another row of a unique value may have its entry
            List<String> own = new ArrayList<>(lookUp.entryKey());
            lookUp.shardingColumns().stream()
                    .filter(column -> own.stream().noneMatch(column::equalsIgnoreCase))
                    .forEach(own::add);
            this.key = positions(own, folded);
            this.lookedUp = positions(lookUp.columns(), folded);
            this.insert = "INSERT INTO " + lookUp.table() + " (" + String.join(", ", all) + ") VALUES ("
                    + all.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
            this.delete = "DELETE FROM " + lookUp.table() + " WHERE "
                    + own.stream().map(column -> column + " = ?").collect(Collectors.joining(" AND "));
        }

        private static int[] positions(List<String> columns, List<String> folded) {
            return columns.stream()
                    .mapToInt(column -> folded.indexOf(column.toLowerCase(Locale.ROOT)))
                    .toArray();
        }

        void add(RowChange change, List<BesideStatement> statements) {
            List<@Nullable Object> before = change.before();
            List<@Nullable Object> after = change.after();
            if (before != null && after != null && isUnset(before, after)) {
                return;
            }
            if (before != null && isEntry(before)) {
                statements.add(new BesideStatement(delete, of(before, key), true));
            }
            if (after != null && isEntry(after)) {
                statements.add(new BesideStatement(insert, of(after, values)));
            }
        }

        /** Whether the UPDATE sets no column of the entry. What it does not set is the value of before itself. */
        private boolean isUnset(List<@Nullable Object> before, List<@Nullable Object> after) {
            for (int position : values) {
                if (before.get(position) != after.get(position)) {
                    return false;
                }
            }
            return true;
        }

        private boolean isEntry(List<@Nullable Object> row) {
            for (int position : lookedUp) {
                if (row.get(position) == null) {
                    return false;
                }
            }
            return true;
        }

        private static List<@Nullable Object> of(List<@Nullable Object> row, int[] positions) {
            List<@Nullable Object> values = new ArrayList<>(positions.length);
            for (int position : positions) {
                values.add(row.get(position));
            }
            return values;
        }
    }
}
