package org.shardingjdbc.scaling.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Logs are begun and dropped while others write to their tables, who try nothing again. */
class WritersBesideLogsTest {
    private static final int ROUNDS = 300;
    private static final int WRITERS = 8;
    private static final int ROWS = 64;

    @Test
    void noStatementFailsBecauseALogIsBegunOrDropped() throws Exception {
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        String url = server.createDatabase("writers_beside_logs");
        Databases databases = new Databases(YamlConfigurations.parse(
                        "dataSources: {ds_0: {jdbcUrl: '%s', username: %s, password: '%s'}}"
                                .formatted(url, server.user(), server.password()),
                        "writers.yaml",
                        PlaceholderType.NONE)
                .dataSources());
        try (Connection connection = databases.open("ds_0")) {
            for (String table : List.of("t_order", "\"T Item\"")) {
                execute(
                        connection,
                        "CREATE TABLE " + table + " (id INT PRIMARY KEY, n INT NOT NULL)",
                        "INSERT INTO " + table + " SELECT i, 0 FROM generate_series(1, " + ROWS + ") AS i");
            }
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            CountDownLatch ended = new CountDownLatch(1);
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                writers.add(new Thread(() -> {
                    try {
                        write(server, url, number, ended);
                    } catch (SQLException | RuntimeException e) {
                        failures.add(e);
                    }
                }));
            }
            writers.forEach(Thread::start);
            try {
                ChangeLog log = databases.kind().log("beside", databases.access("ds_0", new NothingKept()));
                List<MovedTable> tables =
                        List.of(table(databases, connection, "t_order"), table(databases, connection, "T Item"));
                for (int i = 0; i < ROUNDS && failures.isEmpty(); i++) {
                    log.begin(tables, 0, new HashMap<>());
                    log.drop();
                }
            } finally {
                ended.countDown();
                for (Thread each : writers) {
                    each.join();
                }
            }
            assertThat(failures).isEmpty();
        }
    }

    private static MovedTable table(Databases databases, Connection connection, String name) throws SQLException {
        return Objects.requireNonNull(databases.kind().read(connection, name));
    }

    /** Rows of its own: no writer waits for another one. */
    private static void write(TestServer server, String url, int number, CountDownLatch ended) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                PreparedStatement order = connection.prepareStatement("UPDATE t_order SET n = n + 1 WHERE id = ?");
                PreparedStatement item = connection.prepareStatement("UPDATE \"T Item\" SET n = n + 1 WHERE id = ?")) {
            for (int i = 0; ended.getCount() > 0; i++) {
                int id = 1 + number + WRITERS * (i % (ROWS / WRITERS));
                // one statement by itself, and two in one transaction
                connection.setAutoCommit(i % 3 != 0);
                order.setInt(1, id);
                order.executeUpdate();
                item.setInt(1, id);
                item.executeUpdate();
                if (i % 3 == 0) {
                    connection.commit();
                }
            }
        }
    }

    private static void execute(Connection connection, String... all) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : all) {
                statement.execute(sql);
            }
        }
    }

    private static final class NothingKept implements ScalingDatabase.KeptText {
        @Override
        public @Nullable String read() {
            return null;
        }

        @Override
        public void write(String text) {}
    }
}
