package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.scaling.ScalingJob;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * What statements of an application take while a scaling job in a JVM beside it copies their table, again and again, or
 * while nothing happens.
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh BesideMoveCosts"</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 8, time = 3)
@Fork(1)
public class BesideMoveCosts {
    private static final int STEP = 7_919;

    /** What is done beside. */
    public enum Beside {
        NOTHING,
        /** As fast as it goes. */
        COPY,
        /** With the limits that a job has by default. */
        STANDARD_COPY
    }

    @Param({"POSTGRESQL", "MYSQL", "MARIADB"})
    private DatabaseKind database;

    @Param({"NOTHING", "COPY", "STANDARD_COPY"})
    private Beside beside;

    @Param("200000")
    private int rows;

    private MovedOrders orders;
    private ShardingDataSource dataSource;
    private Connection connection;
    private PreparedStatement select;
    private PreparedStatement update;
    private Thread copying;
    private volatile boolean over;
    private volatile Exception failure;
    private long next;

    /** Starts the server, and what is done beside. */
    @Setup(Level.Trial)
    public void open() throws SQLException {
        orders = new MovedOrders(database, rows);
        dataSource = orders.dataSource();
        connection = dataSource.getConnection();
        select = connection.prepareStatement("SELECT user_id, note FROM t_order WHERE order_id = ?");
        update = connection.prepareStatement("UPDATE t_order SET user_id = user_id + 2 WHERE order_id = ?");
        if (beside != Beside.NOTHING) {
            copying = new Thread(this::copyAgainAndAgain, "copying");
            copying.start();
        }
    }

    private void copyAgainAndAgain() {
        ScalingOptions standard = ScalingOptions.STANDARD;
        ScalingOptions chosen = beside == Beside.COPY ? standard.slowdownPercent(0) : standard;
        try (ShardingDataSource own = orders.dataSource()) {
            while (!over) {
                try (ScalingJob job = orders.job(own).options(chosen)) {
                    job.start();
                    while (!over && job.progress().phase() != ScalingPhase.FOLLOWING) {
                        TimeUnit.MILLISECONDS.sleep(20);
                    }
                    job.cancel();
                }
            }
        } catch (SQLException | InterruptedException e) {
            failure = e;
        }
    }

    /** Ends all of it; fails where the job has failed. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        over = true;
        if (copying != null) {
            copying.join();
        }
        connection.close();
        dataSource.close();
        orders.close();
        if (failure != null) {
            throw failure;
        }
    }

    private long key() {
        next = (next + STEP) % rows;
        return next;
    }

    @Benchmark
    public long pointSelect() throws SQLException {
        select.setLong(1, key());
        try (ResultSet read = select.executeQuery()) {
            return read.next() ? read.getLong(1) : 0;
        }
    }

    @Benchmark
    public int pointUpdate() throws SQLException {
        update.setLong(1, key());
        return update.executeUpdate();
    }
}
