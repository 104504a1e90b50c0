package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * A table over any number of data nodes in two data sources of the stub driver, beside the eight of {@link Data}: the
 * stub answers at once, with as many rows of each data node as asked for.
 */
final class GrowthTables {
    /** The stub answers for names that begin so; the digit behind it is the first number of its rows. */
    private static final String TABLE = "t_order_";

    private static final String LOGIC_TABLE = "t_order";

    private final int nodes;
    private final int columns;

    /**
     * @param rows of each data node; known to the stub once for a JVM
     * @param columns of a row that are read, numbers
     */
    GrowthTables(int nodes, int rows, int columns) {
        this.nodes = nodes;
        this.columns = columns;
        System.setProperty("benchmark.stub.rows", String.valueOf(rows));
    }

    /** Makes the tables, which the metadata is taken from. */
    void create() throws SQLException {
        for (int i = 0; i < Data.DATA_SOURCES; i++) {
            try (Connection connection = Backend.STUB.connect(i);
                    Statement statement = connection.createStatement()) {
                for (int node = i; node < nodes; node += Data.DATA_SOURCES) {
                    statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE + node
                            + " (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(10) NOT NULL)");
                }
            }
        }
    }

    /** Opened by this library. */
    DataSource open(String props) throws Exception {
        String all = Contender.yaml(Backend.STUB, "");
        return Contender.OURS.sharding(
                all.substring(0, all.indexOf("rules:")) + """
                rules:
                  - !SHARDING
                    autoTables:
                      %s:
                        actualDataSources: ds_0,ds_1
                        shardingStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_remainder}}
                    shardingAlgorithms:
                      by_remainder: {type: MOD, props: {sharding-count: %d}}
                """.formatted(LOGIC_TABLE, nodes) + props);
    }

    /** All rows of the logic table, by key. */
    String scan() {
        return scan(LOGIC_TABLE);
    }

    /** Rows of one data node. */
    String scan(int node) {
        return scan(TABLE + node);
    }

    private String scan(String table) {
        return "SELECT order_id" + ", user_id".repeat(columns - 1) + " FROM " + table + " ORDER BY order_id";
    }
}
