package org.shardingjdbc.testkit.oracle.internal.schema;

import java.util.List;

/**
 * Where the rows of a sharded table lie.
 *
 * @param kind how
 * @param keys its sharding columns
 * @param sources how many data sources there are
 * @param tables how many actual tables, in all or in each data source, as the kind says
 */
public record Layout(LayoutKind kind, List<String> keys, int sources, int tables) {
    public Layout {
        keys = List.copyOf(keys);
    }

    boolean isAuto() {
        return kind.isAuto();
    }

    /** The table's entry under {@code tables} or {@code autoTables}. */
    String tableYaml(String table) {
        if (isAuto()) {
            return "    %s:\n      actualDataSources: ds_${0..%d}\n%s"
                    .formatted(table, sources - 1, strategy("shardingStrategy", "_table", table, keys.get(0)));
        }
        String entry = "    " + table + ":\n      actualDataNodes: " + nodes(table) + "\n";
        return switch (kind) {
            case BY_DATA_SOURCE -> entry + strategy("databaseStrategy", "_source", table, keys.get(0));
            case BY_TWO_COLUMNS ->
                entry
                        + strategy("databaseStrategy", "_source", table, keys.get(0))
                        + strategy("tableStrategy", "_table", table, keys.get(1));
            case BY_ONE_COLUMN_TWICE ->
                entry
                        + strategy("databaseStrategy", "_source", table, keys.get(0))
                        + strategy("tableStrategy", "_table", table, keys.get(0));
            case COMPLEX ->
                entry
                        + "      tableStrategy:\n        complex:\n"
                        + "          shardingColumns: %s\n".formatted(String.join(", ", keys))
                        + "          shardingAlgorithmName: %s_table\n".formatted(table);
            default -> entry + strategy("tableStrategy", "_table", table, keys.get(0));
        };
    }

    private static String strategy(String key, String suffix, String table, String column) {
        return "      %s:\n        standard:\n          shardingColumn: %s\n          shardingAlgorithmName: %s%s\n"
                .formatted(key, column, table, suffix);
    }

    private String nodes(String table) {
        int last = sources - 1;
        return switch (kind) {
            case BY_DATA_SOURCE, SLOTS_OF_TEXTS -> "ds_${0..%d}.%s".formatted(last, table);
            case BY_TWO_COLUMNS, BY_ONE_COLUMN_TWICE, SLOTS ->
                "ds_${0..%d}.%s_${0..%d}".formatted(last, table, tables - 1);
            case COMPLEX -> "ds_%d.%s_${0..1}_${0..1}".formatted(last, table);
            case MONTHS -> "ds_%d.%s_${202401..202406}".formatted(last, table);
            default -> "ds_%d.%s_${0..%d}".formatted(last, table, tables - 1);
        };
    }

    /** The entries of its algorithms. */
    String algorithmsYaml(String table) {
        String key = keys.get(0);
        String bySource = inline(table + "_source", "ds_${Math.floorMod(%s, %d)}".formatted(key, sources));
        return switch (kind) {
            case AUTO_MOD -> algorithm(table, "MOD", "sharding-count: " + tables);
            case AUTO_HASH, AUTO_TEXT, AUTO_FLAG -> algorithm(table, "HASH_MOD", "sharding-count: " + tables);
            case AUTO_VOLUME ->
                algorithm(table, "VOLUME_RANGE", "range-lower: 0", "range-upper: 30", "sharding-volume: 10");
            case AUTO_BOUNDARY -> algorithm(table, "BOUNDARY_RANGE", "sharding-ranges: 3,7,20");
            case AUTO_DATES ->
                algorithm(
                        table,
                        "AUTO_INTERVAL",
                        "datetime-lower: '2024-01-01 00:00:00'",
                        "datetime-upper: '2024-05-01 00:00:00'",
                        "sharding-seconds: 2592000");
            case BY_DATA_SOURCE -> bySource;
            case BY_TWO_COLUMNS -> bySource + algorithm(table, "MOD", "sharding-count: " + tables);
            case BY_ONE_COLUMN_TWICE ->
                bySource
                        + inline(
                                table + "_table",
                                "%s_${Math.floorMod(Math.floorDiv(%s, %d), %d)}"
                                        .formatted(table, key, sources, tables));
            case COMPLEX -> complex(table);
            case SLOTS -> algorithm(table, "HASH_SLOT", "slots: 64", "nodes: '" + slots() + "'");
            case SLOTS_OF_TEXTS -> algorithm(table, "HASH_SLOT", "slots: 16", "nodes: '" + slotsOfSources() + "'");
            case AUTO_SLOTS_OF_DATES -> algorithm(table, "HASH_SLOT", "sharding-count: " + tables);
            case MOD_IN_ONE_SOURCE -> algorithm(table, "MOD", "sharding-count: " + tables);
            case INLINE_IN_ONE_SOURCE ->
                inline(table + "_table", "%s_${Math.floorMod(%s, %d)}".formatted(table, key, tables));
            case TEXT_IN_ONE_SOURCE ->
                inline(table + "_table", "%s_${Math.floorMod(%s.hashCode(), %d)}".formatted(table, key, tables));
            case MONTHS ->
                algorithm(
                        table,
                        "INTERVAL",
                        "datetime-pattern: 'yyyy-MM-dd'",
                        "datetime-lower: '2024-01-01'",
                        "datetime-upper: '2024-06-30'",
                        "sharding-suffix-pattern: 'yyyyMM'",
                        "datetime-interval-amount: 1",
                        "datetime-interval-unit: 'MONTHS'");
        };
    }

    /** 64 of them, for all nodes but the last one. */
    private String slots() {
        int nodes = sources * tables - 1;
        StringBuilder all = new StringBuilder();
        for (int node = 0; node <= nodes; node++) {
            all.append("ds_%d.*_%d:".formatted(node / tables, node % tables));
            String separator = " ";
            for (int slot = 0; slot < 64; slot++) {
                if (slot * 7 % 11 % nodes == node) {
                    all.append(separator).append(slot);
                    separator = ",";
                }
            }
            all.append("; ");
        }
        return all.toString();
    }

    /** 16 of them: the first data source has all that the others leave. */
    private String slotsOfSources() {
        StringBuilder all = new StringBuilder("ds_0: 0-").append(16 - sources);
        for (int source = 1; source < sources; source++) {
            all.append("; ds_").append(source).append(": ").append(16 - source);
        }
        return all.toString();
    }

    private String complex(String table) {
        return "    %s_table:\n      type: COMPLEX_INLINE\n      props:\n".formatted(table)
                + "        algorithm-expression: %s_${Math.floorMod(%s, 2)}_${Math.floorMod(%s, 2)}\n"
                        .formatted(table, keys.get(0), keys.get(1))
                + "        allow-range-query-with-inline-sharding: true\n";
    }

    private static String inline(String name, String expression) {
        return "    %s:\n      type: INLINE\n      props:\n        algorithm-expression: %s\n"
                        .formatted(name, expression)
                + "        allow-range-query-with-inline-sharding: true\n";
    }

    private static String algorithm(String table, String type, String... props) {
        StringBuilder yaml = new StringBuilder("    %s_table:\n      type: %s\n      props:\n".formatted(table, type));
        for (String prop : props) {
            yaml.append("        ").append(prop).append('\n');
        }
        return yaml.toString();
    }
}
