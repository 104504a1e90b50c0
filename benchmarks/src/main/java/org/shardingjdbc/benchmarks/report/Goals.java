package org.shardingjdbc.benchmarks.report;

import static org.shardingjdbc.benchmarks.report.Figures.OURS;
import static org.shardingjdbc.benchmarks.report.Figures.RAW;
import static org.shardingjdbc.benchmarks.report.Figures.SHARDINGSPHERE;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.benchmarks.report.Operation.Kind;

/** What this library shall keep, and whether the figures say that it does. What was not measured has no goal. */
final class Goals {
    private static final String STUB = "STUB";
    private static final String H2 = "H2";
    private static final String POSTGRESQL = "POSTGRESQL";
    private static final double MEGABYTE = 1024 * 1024;
    private static final double SECOND = 1e9;

    /** Nanoseconds that the fastest of ShardingSphere's releases 4.1.1 to 5.5.2 took on the stub, on two cores. */
    private static final Map<Operation, Double> FASTEST_RELEASE = new EnumMap<>(Map.of(
            Operation.POINT_PREPARE_EACH, 6_100.0,
            Operation.POINT_REUSED, 4_400.0,
            Operation.POINT_LITERALS, 18_000.0,
            Operation.INSERT, 5_700.0));

    private final Figures figures;
    private final List<Goal> goals = new ArrayList<>();

    private Goals(Figures figures) {
        this.figures = figures;
    }

    static List<Goal> of(Figures figures) {
        Goals goals = new Goals(figures);
        for (String backend : figures.backends()) {
            for (Operation operation : Operation.values()) {
                goals.collect(backend, operation);
            }
        }
        return List.copyOf(goals.goals);
    }

    private void collect(String backend, Operation operation) {
        if (operation.kind() == Kind.OWN_JVM) {
            ofOwnJvm(backend, operation);
        } else if (backend.equals(STUB)) {
            ofStub(operation);
        } else {
            double limit = operation.kind() == Kind.SEVERAL_NODES ? 1.1 : backend.equals(POSTGRESQL) ? 1.05 : 1.3;
            double ratio = figures.ratio(backend, operation, OURS, RAW);
            atMost(backend, operation, "ours / raw ≤ " + limit, ratio, limit);
        }
        if (operation != Operation.STREAM_HEAP) {
            boolean point = backend.equals(STUB) && operation.kind() == Kind.POINT;
            double ratio = figures.ratio(backend, operation, SHARDINGSPHERE, OURS);
            atLeast(backend, operation, "ShardingSphere / ours ≥ " + (point ? 30 : 1), ratio, point ? 30 : 1);
        }
    }

    private void ofStub(Operation operation) {
        double ours = figures.nanos(STUB, operation, OURS);
        switch (operation) {
            case POINT_PREPARE_EACH -> above(operation, "0.4 us", 400, "500 B", 500);
            case POINT_REUSED -> above(operation, "0.15 us", 150, "150 B", 150);
            case POINT_LITERALS -> above(operation, "1.5 us", 1_500, "1.5 KB", 1_500);
            case TOP_10 -> atMost(STUB, operation, "ours ≤ 15 us", ours, 15_000);
            case BATCH_100 -> atMost(STUB, operation, "ours ≤ 20 us", ours, 20_000);
            default -> {
                // the others are compared, see collect
            }
        }
        Double fastest = FASTEST_RELEASE.get(operation);
        if (fastest != null) {
            atLeast(STUB, operation, "fastest release / ours ≥ 12", fastest / ours, 12);
        }
    }

    private void above(Operation operation, String time, double nanos, String size, double bytes) {
        double more = figures.nanos(STUB, operation, OURS) - figures.nanos(STUB, operation, RAW);
        atMost(STUB, operation, "ours - raw ≤ " + time, more, nanos);
        double moreBytes = figures.bytes(STUB, operation, OURS) - figures.bytes(STUB, operation, RAW);
        atMost(STUB, operation, "ours - raw ≤ " + size, moreBytes, bytes);
    }

    private void ofOwnJvm(String backend, Operation operation) {
        switch (operation) {
            case STREAM -> {
                // scanning the stub is an empty loop
                double ratio =
                        backend.equals(STUB) ? Double.NaN : figures.ratio(backend, operation, OURS, Figures.SCAN);
                atMost(backend, operation, "ours / scans ≤ 1.15", ratio, 1.15);
            }
            case STREAM_HEAP -> {
                double heap = figures.bytes(backend, operation, OURS);
                atMost(backend, operation, "heap ≤ 64 MB", heap, 64 * MEGABYTE);
            }
            case START -> {
                double ratio = figures.ratio(backend, operation, OURS, SHARDINGSPHERE);
                atMost(backend, operation, "ours / ShardingSphere ≤ 0.25", ratio, 0.25);
                if (backend.equals(H2)) {
                    double ours = figures.nanos(backend, operation, OURS);
                    atMost(backend, operation, "ours ≤ 0.7 s", ours, 0.7 * SECOND);
                }
            }
            case PLANS_10000 -> {
                double bytes = figures.bytes(backend, operation, OURS);
                atMost(backend, operation, "heap ≤ 20 MB", bytes, 20 * MEGABYTE);
            }
            case TABLES_1000 -> {
                double ours = figures.nanos(backend, operation, OURS);
                atMost(backend, operation, "ours ≤ 0.8 s", ours, 0.8 * SECOND);
                double bytes = figures.bytes(backend, operation, OURS);
                atMost(backend, operation, "heap ≤ 15 MB", bytes, 15 * MEGABYTE);
            }
            case NODES_100000 -> {
                double bytes = figures.bytes(backend, operation, OURS);
                atMost(backend, operation, "heap ≤ 5 MB", bytes, 5 * MEGABYTE);
            }
            default -> {
                // the others are only compared, see collect
            }
        }
    }

    private void atMost(String backend, Operation operation, String demand, double actual, double limit) {
        add(new Goal(backend, operation, demand, actual, limit, false));
    }

    private void atLeast(String backend, Operation operation, String demand, double actual, double limit) {
        add(new Goal(backend, operation, demand, actual, limit, true));
    }

    private void add(Goal goal) {
        if (!Double.isNaN(goal.actual())) {
            goals.add(goal);
        }
    }
}
