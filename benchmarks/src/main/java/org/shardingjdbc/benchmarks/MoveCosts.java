package org.shardingjdbc.benchmarks;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.scaling.ScalingJob;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * How long it takes to copy a plain table: by a scaling job into two data sources with two tables each, from its start
 * until it follows the changes; and by hand into one table of another database, by COPY out and in (PostgreSQL), or by
 * a loop that reads as a stream and inserts by batches that the driver sends as statements of many rows (MySQL,
 * MariaDB). The JVM has 256 MB.
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh MoveCosts -p rows=1000000"</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(value = 1, jvmArgsAppend = "-Xmx256m")
public class MoveCosts {
    private static final int BATCH = 1_000;

    /** Who copies. */
    public enum Who {
        HAND,
        /** As fast as it goes. */
        JOB,
        /** With the limits that a job has by default, though nobody waits for the databases. */
        STANDARD_JOB
    }

    @Param({"POSTGRESQL", "MYSQL", "MARIADB"})
    private DatabaseKind database;

    @Param({"HAND", "JOB", "STANDARD_JOB"})
    private Who who;

    @Param("1000000")
    private int rows;

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private MovedOrders orders;
    private ShardingDataSource dataSource;
    private ScalingJob job;

    /** Starts the server and fills the table. */
    @Setup(Level.Trial)
    public void open() throws SQLException {
        orders = new MovedOrders(database, rows);
    }

    /** The place is empty before each measurement. */
    @Setup(Level.Iteration)
    public void begin() throws SQLException {
        if (who == Who.HAND) {
            orders.atTarget("DROP TABLE IF EXISTS t_hand", "CREATE TABLE t_hand " + MovedOrders.COLUMNS);
        } else {
            dataSource = orders.dataSource();
            job = orders.job(dataSource);
            if (who == Who.JOB) {
                job.options(ScalingOptions.STANDARD.slowdownPercent(0));
            }
        }
    }

    /** Gives the job up. */
    @TearDown(Level.Iteration)
    public void end() throws SQLException {
        if (job != null) {
            job.cancel();
            job.close();
            dataSource.close();
            job = null;
        }
    }

    /** Ends the server. */
    @TearDown(Level.Trial)
    public void close() {
        other.shutdownNow();
        orders.close();
    }

    @Benchmark
    public void copy() throws Exception {
        if (who != Who.HAND) {
            job.start();
            job.awaitFollowing(Duration.ofHours(1));
        } else if (database == DatabaseKind.POSTGRESQL) {
            copyByCopy();
        } else {
            copyByLoop();
        }
    }

    private void copyByCopy() throws Exception {
        try (Connection source = orders.source("");
                Connection target = orders.target("");
                PipedInputStream in = new PipedInputStream(1 << 20);
                PipedOutputStream out = new PipedOutputStream(in)) {
            CopyManager reading = source.unwrap(PGConnection.class).getCopyAPI();
            Future<Long> read = other.submit(() -> {
                try (out) {
                    return reading.copyOut("COPY t_order TO STDOUT", out);
                }
            });
            target.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY t_hand FROM STDIN", in);
            read.get();
        }
    }

    private void copyByLoop() throws SQLException {
        try (Connection source = orders.source("");
                Connection target = orders.target("rewriteBatchedStatements=true");
                Statement select = source.createStatement();
                PreparedStatement insert = target.prepareStatement("INSERT INTO t_hand VALUES (?, ?, ?)")) {
            target.setAutoCommit(false);
            // Connector/J reads as a stream where it is asked for this number
            select.setFetchSize(database == DatabaseKind.MYSQL ? Integer.MIN_VALUE : BATCH);
            try (ResultSet read = select.executeQuery("SELECT order_id, user_id, note FROM t_order")) {
                int open = 0;
                while (read.next()) {
                    insert.setLong(1, read.getLong(1));
                    insert.setLong(2, read.getLong(2));
                    insert.setString(3, read.getString(3));
                    insert.addBatch();
                    open++;
                    if (open == BATCH) {
                        insert.executeBatch();
                        target.commit();
                        open = 0;
                    }
                }
                insert.executeBatch();
                target.commit();
            }
        }
    }
}
