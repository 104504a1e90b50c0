package io.shardingjdbc.benchmarks;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
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
 * Workload: take a connection from the pool, prepare a SELECT by both sharding values, execute it, read one row, close
 * everything. On H2 (1,000 rows in each of 8 data nodes), and on a driver that answers at once.
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Djmh="PointSelect -prof gc"</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PointSelect {
    private static final int ROWS = 8_000;
    private static final String COLUMNS =
            "(order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(10) NOT NULL)";
    private static final String DATABASE = "point_select";

    @Param
    private Contender contender;

    @Param({"org.h2.Driver", "io.shardingjdbc.benchmarks.StubDriver"})
    private String driver;

    private DataSource dataSource;
    private String sql;
    private long next;

    @Setup(Level.Trial)
    public void open() throws SQLException, IOException {
        createDataNodes();
        dataSource = contender.open(DATABASE, driver);
        String table = contender == Contender.RAW ? "t_order_0" : "t_order";
        sql = "SELECT status FROM " + table + " WHERE user_id = ? AND order_id = ?";
    }

    /** Order i belongs to user i / 4, so that every node has rows. */
    private static void createDataNodes() throws SQLException {
        for (int ds = 0; ds < 2; ds++) {
            try (Connection connection = DriverManager.getConnection(Contender.url(DATABASE, ds), "sa", "");
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < 4; table++) {
                    statement.execute("DROP TABLE IF EXISTS t_order_" + table);
                    statement.execute("CREATE TABLE t_order_" + table + COLUMNS);
                    statement.execute("INSERT INTO t_order_" + table + " SELECT x, x / 4, 'PAID' FROM SYSTEM_RANGE(0, "
                            + (ROWS - 1) + ") WHERE MOD(x, 4) = " + table + " AND MOD(x / 4, 2) = " + ds);
                }
            }
        }
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        if (dataSource instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    @Benchmark
    public String preparedPointSelect() throws SQLException {
        // In steps of 8 from 0: always rows of the same data node, so that RAW can take part.
        long orderId = next;
        next = (next + 8) % ROWS;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, (int) (orderId / 4));
            statement.setLong(2, orderId);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }
}
