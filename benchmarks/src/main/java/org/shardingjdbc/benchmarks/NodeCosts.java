package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How cost grows with data nodes: a COUNT over all of a table, and a point SELECT, on H2. By hand a prepared statement
 * for each table is kept, and one after the other is executed.
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh NodeCosts -prof
 * org.shardingjdbc.benchmarks.CpuTime"</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class NodeCosts {
    private static final Backend H2 = Backend.H2;
    private static final int ROWS_OF_A_TABLE = 2;
    private static final int STEP = 37;

    @Param({"RAW", "OURS", "SHARDINGSPHERE"})
    private Contender contender;

    @Param({"8", "64", "256", "1024"})
    private int nodes;

    private final OpenedConnections opened = new OpenedConnections();
    private final List<PreparedStatement> counts = new ArrayList<>();
    private final List<PreparedStatement> points = new ArrayList<>();
    private long next;

    /** Makes the tables, and the statements of the contender. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        int tables = nodes / Data.DATA_SOURCES;
        create(tables);
        if (contender == Contender.RAW) {
            for (int i = 0; i < Data.DATA_SOURCES; i++) {
                Connection connection = opened.of(HandTarget.pool(H2, i));
                for (int j = 0; j < tables; j++) {
                    prepare(connection, "t_node_" + (j * Data.DATA_SOURCES + i));
                }
            }
        } else {
            prepare(opened.of(contender.sharding(yaml(tables))), "t_node");
        }
        if (count() != (long) nodes * ROWS_OF_A_TABLE) {
            throw new IllegalStateException(contender + " counts " + count() + " rows");
        }
    }

    private void create(int tables) throws SQLException {
        for (int i = 0; i < Data.DATA_SOURCES; i++) {
            try (Connection connection = H2.connect(i);
                    Statement statement = connection.createStatement()) {
                for (int j = 0; j < tables; j++) {
                    int node = j * Data.DATA_SOURCES + i;
                    statement.execute("CREATE TABLE t_node_" + node + " (id BIGINT PRIMARY KEY, name VARCHAR(10))");
                    for (int row = 0; row < ROWS_OF_A_TABLE; row++) {
                        statement.execute("INSERT INTO t_node_" + node + " VALUES (" + (node + row * nodes) + ", 'a')");
                    }
                }
            }
        }
    }

    private String yaml(int tables) {
        String all = Contender.yaml(H2, "");
        return all.substring(0, all.indexOf("rules:")) + """
                rules:
                  - !SHARDING
                    tables:
                      t_node:
                        actualDataNodes: '%s'
                        databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_database}}
                        tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_table}}
                    shardingAlgorithms:
                      by_database: {type: INLINE, props: {algorithm-expression: 'ds_${id %% %d}'}}
                      by_table: {type: INLINE, props: {algorithm-expression: 't_node_${id %% %d}'}}
                """.formatted(actualNodes(tables), Data.DATA_SOURCES, nodes);
    }

    private static String actualNodes(int tables) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < Data.DATA_SOURCES; i++) {
            for (int j = 0; j < tables; j++) {
                all.add("ds_" + i + ".t_node_" + (j * Data.DATA_SOURCES + i));
            }
        }
        return String.join(",", all);
    }

    private void prepare(Connection connection, String table) throws SQLException {
        counts.add(connection.prepareStatement("SELECT COUNT(*) FROM " + table));
        points.add(connection.prepareStatement("SELECT name FROM " + table + " WHERE id = ?"));
    }

    /** Closes what was opened. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        opened.close();
    }

    /** Of all rows. */
    @Benchmark
    public long count() throws SQLException {
        long sum = 0;
        for (PreparedStatement each : counts) {
            try (ResultSet row = each.executeQuery()) {
                row.next();
                sum += row.getLong(1);
            }
        }
        return sum;
    }

    /** By key; by hand the statement of its table is known. */
    @Benchmark
    public String point() throws SQLException {
        next = (next + STEP) % nodes;
        // by hand they stand data source by data source
        int table = points.size() == 1
                ? 0
                : (int) (next % Data.DATA_SOURCES * (nodes / Data.DATA_SOURCES) + next / Data.DATA_SOURCES);
        PreparedStatement statement = points.get(table);
        statement.setLong(1, next);
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }
}
