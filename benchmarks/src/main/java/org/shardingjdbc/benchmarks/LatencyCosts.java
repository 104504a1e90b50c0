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
 * The time of a sorted scan whose data nodes each let one wait for half a millisecond, over two data sources: the stub
 * as a server that is far away and has nothing to do. {@code nodes = 1} tells what one answer takes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsPrepend = "-Dbenchmark.stub.latency=500")
public class LatencyCosts {
    /** Data nodes / connections that a statement may use of a data source. */
    @Param({"1/1", "8/1", "64/1", "64/5", "1024/1", "1024/5"})
    private String size;

    private DataSource dataSource;
    private Connection connection;
    private PreparedStatement scan;

    /** Opens the data source. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        String[] parts = size.split("/");
        GrowthTables tables = new GrowthTables(Integer.parseInt(parts[0]), 1, 1);
        tables.create();
        dataSource = tables.open("props: {max-connections-size-per-query: " + parts[1] + "}\n");
        connection = dataSource.getConnection();
        scan = connection.prepareStatement(tables.scan());
    }

    /** Closes what was opened. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        connection.close();
        dataSource.unwrap(AutoCloseable.class).close();
    }

    /** All rows. */
    @Benchmark
    public long read() throws SQLException {
        long sum = 0;
        try (ResultSet rows = scan.executeQuery()) {
            while (rows.next()) {
                sum += rows.getLong(1);
            }
        }
        return sum;
    }
}
