package org.shardingjdbc.feature.lookup.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.lookup.LookUpIndex;
import org.shardingjdbc.feature.lookup.LookUpRuleConfiguration;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Compiles one {@code !LOOKUP}; reports its mistakes. One per compilation. */
final class LookUpRuleCompiler {
    private final LookUpRuleConfiguration configuration;
    private final RuleSetup setup;
    private final Problems problems;
    /** Where lower-case names of look-up tables stand. */
    private final Map<String, ConfigPath> entries = new HashMap<>();
    /** Whether a table may be missing only because another rule has a mistake. */
    private final boolean told;

    LookUpRuleCompiler(LookUpRuleConfiguration configuration, RuleSetup setup) {
        this.configuration = configuration;
        this.setup = setup;
        this.problems = setup.problems();
        this.told = !problems.isEmpty();
    }

    Rule compile() {
        Map<String, List<CompiledLookUp>> byOwner = new HashMap<>();
        ConfigPath tables = setup.path().key(LookUpRuleProvider.TABLES);
        configuration.tables().forEach((table, indexes) -> {
            ConfigPath at = tables.key(table);
            List<CompiledLookUp> compiled = indexes(table, indexes, at);
            if (byOwner.put(table.toLowerCase(Locale.ROOT), compiled) != null) {
                problems.addAtKey(at, "table '" + table + "' is there twice");
            }
        });
        configuration.tables().keySet().forEach(owner -> {
            ConfigPath other = entries.get(owner.toLowerCase(Locale.ROOT));
            if (other != null) {
                problems.addAtKey(
                        tables.key(owner),
                        "table '" + owner + "' has the entries of the look-up at " + other
                                + ", and cannot have look-ups itself; give the entries a table of their own");
            }
        });
        return new LookUpRule(byOwner, EntryWrites.all(byOwner, setup));
    }

    private List<CompiledLookUp> indexes(String table, Map<String, LookUpIndex> indexes, ConfigPath at) {
        List<String> shardingColumns = shardingColumns(table, at);
        List<CompiledLookUp> compiled = new ArrayList<>();
        Set<String> names = new HashSet<>();
        indexes.forEach((name, index) -> {
            ConfigPath path = at.key(LookUpRuleProvider.LOOK_UPS).key(name);
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                problems.addAtKey(path, "look-up '" + name + "' is there twice");
            }
            CompiledLookUp lookUp = index(table, shardingColumns, name, index, path);
            if (lookUp != null) {
                compiled.add(lookUp);
            }
        });
        return List.copyOf(compiled);
    }

    /** Null after a mistake. */
    private @Nullable List<String> shardingColumns(String table, ConfigPath at) {
        LogicTable owner = setup.table(table);
        if (owner == null) {
            if (!told) {
                problems.addAtKey(
                        at, "no rule places table '" + table + "'; only rows of a sharded table are looked up");
            }
            return null;
        }
        if (!owner.isPartitioned() || owner.shardingColumns().isEmpty()) {
            problems.addAtKey(
                    at,
                    "table '" + table + "' has no sharding column that a look-up could tell; leave its look-ups out");
            return null;
        }
        if (!owner.placedByColumns()) {
            problems.addAtKey(
                    at,
                    "rows of table '" + table + "' are placed by more than its sharding columns, so that a look-up does"
                            + " not tell where they are; leave its look-ups out");
            return null;
        }
        return owner.shardingColumns();
    }

    private @Nullable CompiledLookUp index(
            String owner, @Nullable List<String> shardingColumns, String name, LookUpIndex index, ConfigPath at) {
        String table = index.table();
        checkColumns(index, at);
        if (table == null) {
            problems.missing(at, LookUpRuleProvider.TABLE, "");
        } else {
            checkTable(owner, table, at.key(LookUpRuleProvider.TABLE));
            checkPlaces(owner, index, table, at.key(LookUpRuleProvider.TABLE));
        }
        if (shardingColumns == null || table == null) {
            return null;
        }
        for (String column : shardingColumns) {
            if (contains(index.columns(), column)) {
                problems.add(
                        at.key(LookUpRuleProvider.COLUMNS),
                        "'" + column + "' is a sharding column of table '" + owner
                                + "', which tells by itself where rows are; leave the look-up out");
                return null;
            }
        }
        if (index.columns().isEmpty()) {
            return null;
        }
        return new CompiledLookUp(
                owner,
                name,
                table,
                index.unique(),
                index.columns(),
                shardingColumns,
                index.primaryKey(),
                index.covering());
    }

    private void checkColumns(LookUpIndex index, ConfigPath at) {
        if (index.columns().isEmpty()) {
            problems.missing(at, LookUpRuleProvider.COLUMNS, ": the columns by which rows are looked up");
        }
        if (!index.unique() && index.primaryKey().isEmpty()) {
            problems.missing(
                    at,
                    LookUpRuleProvider.PRIMARY_KEY,
                    ": it tells rows with the same values apart; or write unique: true where there are none");
        }
        checkTwice(index.columns(), at.key(LookUpRuleProvider.COLUMNS));
        checkTwice(index.primaryKey(), at.key(LookUpRuleProvider.PRIMARY_KEY));
        checkTwice(index.covering(), at.key(LookUpRuleProvider.COVERING));
        for (String column : index.covering()) {
            if (contains(index.columns(), column)) {
                problems.add(
                        at.key(LookUpRuleProvider.COVERING),
                        "'" + column + "' is a looked-up column, which entries have anyway; leave it out");
            }
        }
    }

    private void checkTwice(List<String> columns, ConfigPath at) {
        Set<String> names = new HashSet<>();
        for (String column : columns) {
            if (!names.add(column.toLowerCase(Locale.ROOT))) {
                problems.add(at, "column '" + column + "' is there twice");
            }
        }
    }

    private void checkTable(String owner, String table, ConfigPath at) {
        if (table.equalsIgnoreCase(owner)) {
            problems.add(at, "the entries need a table of their own, not '" + table + "' itself");
            return;
        }
        ConfigPath other = entries.putIfAbsent(table.toLowerCase(Locale.ROOT), at);
        if (other != null) {
            problems.add(
                    at,
                    "table '" + table + "' has the entries of the look-up at " + other
                            + " already; give each look-up a table of its own");
        }
    }

    /** Entries of the same values are in one place, where the database can tell that there are two. */
    private void checkPlaces(String owner, LookUpIndex index, String table, ConfigPath at) {
        LogicTable entries = setup.table(table);
        if (entries == null) {
            if (!told) {
                problems.add(
                        at,
                        "no rule places table '" + table + "'; shard it by " + String.join(", ", index.columns())
                                + ", or make it a broadcast table");
            }
            return;
        }
        if (index.columns().isEmpty() || entries == setup.table(owner)) {
            return;
        }
        boolean byLookedUp = entries.placedByColumns()
                && entries.shardingColumns().stream().allMatch(column -> contains(index.columns(), column));
        if (entries.isSpread() && (!byLookedUp || entries.shardingColumns().isEmpty())) {
            problems.add(
                    at,
                    "table '" + table + "' is not sharded by the looked-up columns, so that its entries would be looked"
                            + " for on all of its data nodes; shard it by " + String.join(", ", index.columns()));
        }
    }

    private static boolean contains(List<String> columns, String column) {
        return columns.stream().anyMatch(column::equalsIgnoreCase);
    }
}
