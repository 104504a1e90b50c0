package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
 * What a statement costs that nobody executed before, on H2: each invocation has a text of its own, in turn of one of
 * several shapes, while tables are known and code is warm:
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh PlanningCosts -prof gc -prof
 * org.shardingjdbc.benchmarks.CpuTime"</pre>
 *
 * <p>This library plans when a statement is prepared, ShardingSphere when it is executed: compare {@link #executed}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PlanningCosts {
    /** Statements after which the connection is taken anew: see {@link DataSourceTarget}. */
    private static final int USES = 1_000;

    private static final String[] SHAPES = {
        "SELECT status AS x# FROM t_order WHERE user_id = 1 AND order_id = 5",
        "SELECT order_id AS x#, status FROM t_order WHERE order_id BETWEEN 7 AND 9",
        "SELECT order_id AS x# FROM t_order WHERE order_id IN (3, 5, 7, 11, 13)",
        "SELECT order_id AS x#, status FROM t_order ORDER BY order_id LIMIT 10",
        "SELECT user_id AS x#, COUNT(*) FROM t_order GROUP BY user_id ORDER BY user_id",
        "SELECT COUNT(*) AS x#, MAX(order_id), MIN(order_id) FROM t_order WHERE status = 'PAID'",
        "SELECT o.order_id AS x#, i.item_id, i.quantity FROM t_order o JOIN t_order_item i"
                + " ON o.user_id = i.user_id AND o.order_id = i.order_id WHERE o.user_id = 3 AND o.order_id = 12",
        "SELECT order_id AS x#, CASE status WHEN 'NEW' THEN 1 WHEN 'PAID' THEN 2 ELSE 3 END FROM t_order"
                + " WHERE user_id = 2 AND (status = 'SENT' OR status IS NULL OR order_id > 8)"
    };

    @Param({"OURS", "SHARDINGSPHERE"})
    private Contender contender;

    private DataSource dataSource;
    private Connection connection;
    private int statements;

    @Setup(Level.Trial)
    public void open() throws Exception {
        Data.create(Backend.H2, Data.NODES);
        dataSource = contender.dataSource(Backend.H2, "");
        connection = dataSource.getConnection();
    }

    /** Closes what was opened. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        connection.close();
        if (dataSource instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    private PreparedStatement prepare() throws SQLException {
        int number = statements++;
        if (number % USES == 0) {
            connection.close();
            connection = dataSource.getConnection();
        }
        return connection.prepareStatement(SHAPES[number % SHAPES.length].replace("#", Integer.toString(number)));
    }

    /** A new statement, prepared only. */
    @Benchmark
    public void prepared() throws SQLException {
        prepare().close();
    }

    /** A new statement, executed once. */
    @Benchmark
    public boolean executed() throws SQLException {
        try (PreparedStatement statement = prepare();
                ResultSet rows = statement.executeQuery()) {
            return rows.next();
        }
    }
}
