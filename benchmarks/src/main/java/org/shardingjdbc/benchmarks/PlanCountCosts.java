package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * A point SELECT that is prepared each time, one of so many texts in an order without a pattern: what it costs that
 * plans do not fit into the processor's caches. By hand one pool is asked, for one table.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class PlanCountCosts {
    private static final int SEED = 17;
    private static final int STEP = 37;

    @Param({"OURS", "RAW"})
    private Contender contender;

    /** Distinct texts, fewer than the plans that are kept. */
    @Param({"1", "10", "100", "1000", "4000"})
    private int plans;

    private DataSource dataSource;
    private Connection connection;
    private List<String> texts;
    private int next;

    /** Opens the data source. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        Data.create(Backend.STUB, Data.NODES);
        dataSource = contender.dataSource(Backend.STUB, "");
        connection = dataSource.getConnection();
        texts = IntStream.range(0, plans)
                .mapToObj(i -> "SELECT status AS s_" + i + " FROM " + contender.ordersTable()
                        + " WHERE user_id = ? AND order_id = ?")
                .collect(Collectors.toList());
        Collections.shuffle(texts, new Random(SEED));
        for (int i = 0; i < plans; i++) {
            // planned now, as this is about plans that are there
            point();
        }
    }

    /** Closes what was opened. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        connection.close();
        if (dataSource instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    /** By key. */
    @Benchmark
    public String point() throws SQLException {
        next = (next + STEP) % (plans * STEP);
        long order = next % Operations.ROWS;
        try (PreparedStatement statement = connection.prepareStatement(texts.get(next % plans))) {
            statement.setInt(1, Data.user(order));
            statement.setLong(2, order);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }
}
