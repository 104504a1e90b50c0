package org.shardingjdbc.governance.testkit.instances;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.jdbc.governance.HandoverState.Phase;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;

/**
 * An instance whose threads insert rows, half of them in transactions of two rows, into the one table that its
 * configuration names, so that each row shows by which configuration it was written. Its arguments are the file with
 * its configuration, and URL, user and password of the database. It answers each line that it reads with a line.
 */
final class HandoverProcess {
    /** Before version and data node of the instance that it runs on. */
    static final String STATE = "state ";
    /** Before the number of statements since the last answer of that kind, and the longest of them in microseconds. */
    static final String WAITS = "waits ";
    /** Before how a handover that somebody left was decided. */
    static final String RESOLVED = "resolved ";

    private static final int WRITERS = 6;
    private static final String[] TRANSIENT = {"SHD-7013", "SHD-7014", "SHD-7015", "SHD-7018"};

    private final ShardingDataSource dataSource;
    private final String[] database;
    private final AtomicLong keys = new AtomicLong(ProcessHandle.current().pid() << 32);
    private final AtomicInteger errors = new AtomicInteger();
    private final Waits waits = new Waits();

    private HandoverProcess(ShardingDataSource dataSource, String[] database) {
        this.dataSource = dataSource;
        this.database = database;
    }

    public static void main(String[] arguments) throws Exception {
        String[] database = {arguments[1], arguments[2], arguments[3]};
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(arguments[0]))) {
            new HandoverProcess(dataSource, database).run();
        }
        InstanceProcess.say(InstanceProcess.STOPPED);
    }

    private static ShardingConfiguration configuration(String file) throws IOException {
        return YamlConfigurations.parse(Files.readString(Path.of(file)), file, PlaceholderType.NONE);
    }

    private void run() throws Exception {
        List<Writing> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writing(1 + i % 2));
        }
        writers.forEach(Thread::start);
        InstanceProcess.say(InstanceProcess.READY);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null && !"stop".equals(order); order = orders.readLine()) {
            InstanceProcess.say(answer(order.split(" ", -1)));
        }
        for (Writing each : writers) {
            each.ended = true;
            each.join();
        }
    }

    private String answer(String[] order) throws IOException {
        try {
            return switch (order[0]) {
                case "state" ->
                    STATE + dataSource.governance().version() + " "
                            + dataSource.dataNodes("t_order").get(0);
                case "waits" -> WAITS + waits.reset() + " errors " + errors.getAndSet(0);
                case "resolve" -> RESOLVED + resolve();
                default -> handOver(order[1], Integer.parseInt(order[2]), Long.parseLong(order[3]));
            };
        } catch (SQLException e) {
            return InstanceProcess.REFUSED + e.getMessage().lines().findFirst().orElse("");
        }
    }

    /** From the table of that number to the next one. */
    private String handOver(String file, int from, long millis) throws IOException, SQLException {
        long begin = System.nanoTime();
        dataSource.reconfigure(
                configuration(file),
                ReconfigureOptions.builder()
                        .handover(Newcomers.WAIT, Duration.ofSeconds(5))
                        .between(() -> {
                            keep(from);
                            pause(millis);
                        })
                        .awaitInstances(Duration.ofSeconds(40))
                        .build());
        return InstanceProcess.CHANGED + dataSource.governance().version() + " after "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    private static void pause(long millis) throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }

    /** Keeps what was written into a table; nothing of the next one is there yet. */
    private void keep(int from) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database[0], database[1], database[2]);
                Statement statement = connection.createStatement()) {
            try (ResultSet early = statement.executeQuery("SELECT COUNT(*) FROM t_order_" + (from + 1))) {
                early.next();
                if (early.getLong(1) > 0) {
                    InstanceProcess.say(Seller.WRONG + early.getLong(1) + " rows are in the table after " + from);
                }
            }
            connection.setAutoCommit(false);
            statement.execute("DROP TABLE IF EXISTS kept_" + from);
            statement.execute("CREATE TABLE kept_" + from + " AS SELECT id FROM t_order_" + from);
            connection.commit();
        }
    }

    /** As a job that is resumed: looks how far a handover is whose instance is gone, and decides it. */
    private String resolve() throws SQLException {
        String how = "by nobody";
        for (HandoverState state = dataSource.governance().handover();
                state != null;
                state = dataSource.governance().handover()) {
            if (state.phase() == Phase.IN_BETWEEN && state.isAbandoned()) {
                String node = dataSource.dataNodes("t_order").get(0);
                if (isKept(node.substring(node.lastIndexOf('_') + 1))) {
                    dataSource.governance().openHandover(state);
                    how = "opened";
                } else {
                    dataSource.governance().withdrawHandover(state);
                    how = "withdrawn";
                }
            }
            pause(20);
        }
        return how;
    }

    private boolean isKept(String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database[0], database[1], database[2]);
                ResultSet tables = connection.getMetaData().getTables(null, null, "kept_" + table, null)) {
            return tables.next();
        }
    }

    /** How long statements took. Safe for all threads. */
    private static final class Waits {
        private final List<Long> nanos = new ArrayList<>();

        synchronized void add(long took) {
            nanos.add(took);
        }

        /** Their number, the 99.9th percentile and the longest, in microseconds. */
        synchronized String reset() {
            nanos.sort(null);
            int count = nanos.size();
            String told = count == 0
                    ? "0 0 0"
                    : count + " " + nanos.get(Math.min(count - 1, count * 999 / 1_000)) / 1_000 + " "
                            + nanos.get(count - 1) / 1_000;
            nanos.clear();
            return told;
        }
    }

    private final class Writing extends Thread {
        private final int rows;
        private volatile boolean ended;

        Writing(int rows) {
            super("writes");
            this.rows = rows;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!ended) {
                try {
                    write(keys.addAndGet(rows));
                    TimeUnit.MILLISECONDS.sleep(1);
                } catch (SQLException e) {
                    errors.incrementAndGet();
                    if (!isTransient(e)) {
                        InstanceProcess.say(Seller.WRONG + e.toString().replace('\n', ' '));
                        return;
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        private static boolean isTransient(SQLException error) {
            for (String each : TRANSIENT) {
                if (error.getMessage().startsWith(each)) {
                    return true;
                }
            }
            return false;
        }

        private void write(long last) throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(rows == 1);
                try {
                    insert(connection, last);
                } catch (SQLException e) {
                    if (rows > 1) {
                        connection.rollback();
                    }
                    throw e;
                }
            }
            for (int i = 0; i < rows; i++) {
                InstanceProcess.say(Seller.SOLD + (last - i) + " " + (last - i) % 1_000);
            }
        }

        private void insert(Connection connection, long last) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order (id, n) VALUES (?, ?)")) {
                for (int i = 0; i < rows; i++) {
                    long begin = System.nanoTime();
                    insert.setLong(1, last - i);
                    insert.setInt(2, (int) ((last - i) % 1_000));
                    insert.executeUpdate();
                    waits.add(System.nanoTime() - begin);
                }
            }
            if (rows > 1) {
                connection.commit();
            }
        }
    }
}
