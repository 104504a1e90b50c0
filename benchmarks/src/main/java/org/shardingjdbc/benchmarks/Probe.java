package org.shardingjdbc.benchmarks;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * What needs a JVM of its own and no repetition in it: what happens first, what memory is held. Says its figures as
 * lines of {@code name=number} on the standard output; times are nanoseconds. {@link Child} runs it.
 */
public final class Probe {
    /** A system property: whether times are CPU time of the JVM instead of what passes. */
    static final String BY_CPU = "benchmark.cpu";

    static final int COLD_STATEMENTS = 1_000;
    static final int PLANS = 10_000;
    static final int PASSES = 3;
    static final int TABLES = 1_000;

    private Probe() {}

    /**
     * Arguments: {@code start|stream|pass|plans|tables|nodes}, backend, contender, lines of props or nothing, rows of
     * the stream.
     */
    public static void main(String[] arguments) throws Exception {
        Backend backend = Backend.valueOf(arguments[1]);
        Contender contender = Contender.valueOf(arguments[2]);
        switch (arguments[0]) {
            case "start" -> start(backend, contender);
            case "stream" -> stream(backend, contender, arguments[3], Integer.parseInt(arguments[4]));
            case "pass" -> pass(backend, contender, Integer.parseInt(arguments[4]));
            case "plans" -> plans(backend, contender);
            case "tables" -> tables(backend, contender, TABLES, "ds_${0..1}.#_${0..511}", 512);
            case "nodes" -> tables(backend, contender, 1, "ds_0.#_${0..49999},ds_1.#_${50000..99999}", 100_000);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        // pools may leave threads behind
        System.exit(0);
    }

    private static long now() {
        return Boolean.getBoolean(BY_CPU) ? CpuTime.ofProcess() : System.nanoTime();
    }

    private static void say(String name, double figure) {
        System.out.println(name + "=" + figure);
    }

    /** From nothing to the first row, then as many different statements again. */
    private static void start(Backend backend, Contender contender) throws Exception {
        Data.create(backend, Operations.ROWS);
        long begin = now();
        DataSource dataSource = contender.dataSource(backend, "");
        try (Connection connection = dataSource.getConnection()) {
            String first = status(connection, Data.Sql.select(contender.ordersTable()));
            long row = now();
            say("start", row - begin);
            if (!"PAID".equals(first) && !"NEW".equals(first)) {
                throw new IllegalStateException("The status of the first row is " + first);
            }
            for (int i = 0; i < COLD_STATEMENTS; i++) {
                status(connection, distinct(contender.ordersTable(), i));
            }
            say("cold", now() - row);
        }
        say("classes", ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }

    /** Texts that differ in more than their literals. */
    private static String distinct(String table, int number) {
        String o = "o" + number;
        return "SELECT " + o + ".status, " + o + ".order_id AS id_" + number % 7 + " FROM " + table + " " + o
                + " WHERE " + o + ".user_id = ? AND " + o + ".order_id = ?"
                + (number % 2 == 0 ? "" : " AND " + o + ".status <> 'X'");
    }

    private static String status(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, Data.user(Data.KNOWN_ORDER));
            statement.setLong(2, Data.KNOWN_ORDER);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    /** Times of passes after one that warms up. */
    private static void stream(Backend backend, Contender contender, String props, int rows) throws Exception {
        if (backend != Backend.POSTGRESQL) {
            Data.createOrders(backend, backend == Backend.STUB ? 0 : rows);
        }
        try (Target target = contender.open(backend, props)) {
            for (int i = 0; i <= PASSES; i++) {
                long begin = now();
                long sum = target.stream();
                say("stream" + i, now() - begin);
                check(backend, rows, sum);
                if (target instanceof HandTarget hand) {
                    begin = now();
                    check(backend, rows, hand.scans());
                    say("scan" + i, now() - begin);
                }
            }
        }
    }

    /** One pass over rows that are there, in as much heap as the JVM was given. */
    private static void pass(Backend backend, Contender contender, int rows) throws Exception {
        try (Target target = contender.open(backend, "")) {
            check(backend, rows, target.stream());
            say("heap", Runtime.getRuntime().maxMemory());
        }
    }

    private static void check(Backend backend, long rows, long sum) {
        if (backend != Backend.STUB && sum != rows * (rows - 1) / 2) {
            throw new IllegalStateException("Not all of " + rows + " rows came: their sum is " + sum);
        }
    }

    /** What different statements leave behind on the heap, once executed. */
    private static void plans(Backend backend, Contender contender) throws Exception {
        Data.create(backend, Operations.ROWS);
        String props = "plan-cache-size: " + 2 * PLANS + "\nplan-cache-bytes: " + (1 << 30);
        DataSource dataSource = contender.dataSource(backend, props);
        try (Connection connection = dataSource.getConnection()) {
            for (int i = 0; i < COLD_STATEMENTS; i++) {
                // so that what is made once for all is there
                status(connection, Data.Sql.select(contender.ordersTable()) + " AND user_id < " + i);
            }
            long before = usedHeap();
            for (int i = 0; i < PLANS; i++) {
                status(connection, distinct(contender.ordersTable(), i));
            }
            say("bytes", usedHeap() - before);
        }
    }

    /**
     * What a configuration of other tables costs more than the one of {@link Contender}, which warms up.
     *
     * @param nodes of each, # for its name
     * @param count how many actual tables it has in a data source that has all of its numbers
     */
    private static void tables(Backend backend, Contender contender, int number, String nodes, int count)
            throws Exception {
        Data.create(backend, 1);
        contender.dataSource(backend, "");
        String yaml = Contender.yaml(backend, "");
        StringBuilder tables = new StringBuilder("rules:\n  - !SHARDING\n    tables:\n");
        for (int i = 0; i < number; i++) {
            tables.append("""
                          t_%d:
                            actualDataNodes: '%s'
                            databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                            tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_order}}
                    """.formatted(i, nodes.replace("#", "t_" + i)));
        }
        tables.append("""
                    shardingAlgorithms:
                      by_user: {type: MOD, props: {sharding-count: 2}}
                      by_order: {type: MOD, props: {sharding-count: %d}}
                """.formatted(count));
        String many = yaml.substring(0, yaml.indexOf("rules:")) + tables;
        long before = usedHeap();
        long begin = now();
        DataSource dataSource = contender.sharding(many);
        say("tables", now() - begin);
        say("bytes", usedHeap() - before);
        dataSource.getConnection().close();
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
