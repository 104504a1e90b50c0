package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
 * How the cost of a sorted scan grows with data nodes, with rows and with columns, on the stub driver. By hand a kept
 * statement of each data node is read to its end, one after the other, and nothing is merged.
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec@growth</pre>
 *
 * makes of it the page {@code docs/growth.md}, with {@link PlanCountCosts} and {@link ThreadCosts}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class GrowthCosts {
    @Param({"OURS", "RAW"})
    private Contender contender;

    /** Data nodes x rows of each x columns. */
    @Param({
        "1x1x1",
        "8x1x1",
        "64x1x1",
        "512x1x1",
        "8x10x1",
        "8x100x1",
        "8x1000x1",
        "8x100x4",
        "8x100x16",
        "64x100x4",
        "16x1000x2",
        "256x10x8",
        "2048x1x1"
    })
    private String size;

    private final OpenedConnections opened = new OpenedConnections();
    private final List<PreparedStatement> scans = new ArrayList<>();
    private int columns;

    /** @throws IllegalStateException when rows are missing */
    @Setup(Level.Trial)
    public void open() throws Exception {
        String[] parts = size.split("x");
        int nodes = Integer.parseInt(parts[0]);
        int rows = Integer.parseInt(parts[1]);
        columns = Integer.parseInt(parts[2]);
        GrowthTables tables = new GrowthTables(nodes, rows, columns);
        tables.create();
        if (contender == Contender.RAW) {
            Connection[] connections = new Connection[Data.DATA_SOURCES];
            for (int i = 0; i < connections.length; i++) {
                connections[i] = opened.of(HandTarget.pool(Backend.STUB, i));
            }
            for (int node = 0; node < nodes; node++) {
                scans.add(connections[node % connections.length].prepareStatement(tables.scan(node)));
            }
        } else {
            scans.add(opened.of(tables.open("")).prepareStatement(tables.scan()));
        }
        if (read() != (long) nodes * rows) {
            throw new IllegalStateException(contender + " reads " + read() + " rows of " + size);
        }
    }

    /** Closes what was opened. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        opened.close();
    }

    /** How many rows there were, each value of which was read. */
    @Benchmark
    public long read() throws SQLException {
        long count = 0;
        long sum = 0;
        for (PreparedStatement each : scans) {
            try (ResultSet rows = each.executeQuery()) {
                while (rows.next()) {
                    for (int column = 1; column <= columns; column++) {
                        sum += rows.getLong(column);
                    }
                    count++;
                }
            }
        }
        return sum == Long.MIN_VALUE ? 0 : count;
    }
}
