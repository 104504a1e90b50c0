package org.shardingjdbc.benchmarks.macro;

/** How tables are spread: row i is in table i MOD 8, and that in data source i MOD 2. */
final class Layout {
    static final int DATA_SOURCES = 2;

    /** Actual tables, all data sources together. */
    static final int TABLES = 8;

    /** The algorithm of {@link #table}, a part of the YAML. */
    static final String ALGORITHM = """
                shardingAlgorithms:
                  by_remainder:
                    type: MOD
                    props:
                      sharding-count: %d
            """.formatted(TABLES);

    private Layout() {}

    /** A sharded table, a part of the YAML: the eight are dealt out to the data sources in turn. */
    static String table(String name, String column) {
        return """
                      %s:
                        actualDataSources: ds_0,ds_1
                        shardingStrategy:
                          standard:
                            shardingColumn: %s
                            shardingAlgorithmName: by_remainder
                """.formatted(name, column);
    }
}
