package org.shardingjdbc.feature.readwrite.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.answering;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/**
 * Writers and readers while a replica and then the primary are killed and come back. Reads go on, each row is what was
 * written, writers see what they wrote, and what was acknowledged is there in the end. Longer, and for another
 * database, by {@code -Dload.seconds=600 -Dload.kind=MARIADB}.
 */
@Tag("load")
@Tag("crash")
class KilledServersTest {
    private static final int SECONDS = Integer.getInteger("load.seconds", 20);
    private static final DatabaseKind KIND = DatabaseKind.valueOf(System.getProperty("load.kind", "POSTGRESQL"));
    private static final int FACTOR = 7;
    private static final int WRITERS = 2;
    private static final int READERS = 4;

    private final AtomicInteger nextId = new AtomicInteger();
    private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong slowestReadNanos = new AtomicLong();
    private final AtomicInteger failedWrites = new AtomicInteger();
    private final AtomicInteger failedOwnReads = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    @Test
    void readsGoOnAndNothingIsLost() throws Exception {
        try (ReplicatedServers servers = ReplicatedServers.start(KIND, 2)) {
            ReplicatedDataSource.prepare(servers);
            String terms = "      health: {probe-period-millis: 100}\n      read-your-writes: {until: replayed}\n";
            try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, terms)) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    threads.add(begin(() -> write(dataSource)));
                }
                for (int i = 0; i < READERS; i++) {
                    threads.add(begin(() -> read(dataSource)));
                }
                kill(servers, dataSource);
                over = true;
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            System.out.printf(
                    "%s, %d s: %d reads, the slowest %d ms; %d rows acknowledged, %d writes and %d reads of writers failed%n",
                    KIND.title(),
                    SECONDS,
                    reads.get(),
                    TimeUnit.NANOSECONDS.toMillis(slowestReadNanos.get()),
                    acknowledged.size(),
                    failedWrites.get(),
                    failedOwnReads.get());
            assertThat(wrong).isEmpty();
            assertThat(acknowledged).hasSizeGreaterThan(100);
            assertThat(reads.get()).isGreaterThan(1000);
            for (ReplicatedServer server : servers.all()) {
                if (server != servers.primary()) {
                    server.awaitAllOf(servers.primary());
                }
                Set<Integer> lost = new HashSet<>(acknowledged);
                lost.removeAll(rows(servers, server));
                assertThat(lost).as("acknowledged, and not there").isEmpty();
            }
        }
    }

    private static Thread begin(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static void kill(ReplicatedServers servers, ShardingDataSource dataSource) throws Exception {
        ReplicatedServer replica = servers.standby(0);
        TimeUnit.SECONDS.sleep(SECONDS / 5);
        replica.kill();
        TimeUnit.SECONDS.sleep(SECONDS / 5);
        replica.restart();
        replica.readOnly(true);
        await(() -> answering(dataSource).equals("r_0"));
        TimeUnit.SECONDS.sleep(SECONDS / 5);
        servers.primary().kill();
        TimeUnit.SECONDS.sleep(SECONDS / 5);
        servers.primary().restart();
        TimeUnit.SECONDS.sleep(SECONDS / 5);
    }

    private void write(ShardingDataSource dataSource) {
        while (!over) {
            int id = nextId.incrementAndGet();
            boolean written = false;
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, amount) VALUES (?, ?)");
                    PreparedStatement select = connection.prepareStatement("SELECT amount FROM t WHERE id = ?")) {
                insert.setInt(1, id);
                insert.setInt(2, id * FACTOR);
                insert.executeUpdate();
                written = true;
                acknowledged.add(id);
                select.setInt(1, id);
                for (int i = 0; i < 3; i++) {
                    requireOwn(id, select);
                }
            } catch (SQLException e) {
                (written ? failedOwnReads : failedWrites).incrementAndGet();
            }
        }
    }

    private void requireOwn(int id, PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            if (!row.next() || row.getInt(1) != id * FACTOR) {
                wrong.add("own row " + id + " is not seen");
            }
        }
    }

    private void read(ShardingDataSource dataSource) {
        while (!over) {
            int id = 1 + ThreadLocalRandom.current().nextInt(nextId.get() + 1);
            long start = System.nanoTime();
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement select = connection.prepareStatement("SELECT amount FROM t WHERE id = ?")) {
                select.setInt(1, id);
                try (ResultSet row = select.executeQuery()) {
                    if (row.next() && row.getInt(1) != id * FACTOR) {
                        wrong.add("row " + id + " has " + row.getInt(1));
                    }
                }
            } catch (SQLException e) {
                wrong.add("a read failed: " + e);
            }
            slowestReadNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
            reads.incrementAndGet();
        }
    }

    private static Set<Integer> rows(ReplicatedServers servers, ReplicatedServer server) throws SQLException {
        Set<Integer> ids = new HashSet<>();
        try (Connection connection = DriverManager.getConnection(
                        server.jdbcUrl("app"), servers.primary().user(), server.password());
                PreparedStatement select = connection.prepareStatement("SELECT id FROM t");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }
}
