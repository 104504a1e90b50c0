package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.fault.PrefixDriver;

/**
 * A cancel, and the end of a query timeout, that come when an execution has failed because its tables were redefined
 * elsewhere and is not yet executed again: while its driver's statement is closed.
 */
class StruckRepetitionTest {
    private static final String H2 = "jdbc:h2:mem:struck_repetition;DB_CLOSE_DELAY=-1";
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:halting:%s', driverClassName: %s, username: sa, maximumPoolSize: 2}
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 2}}
            """.formatted(H2, HaltingDriver.class.getName());

    /** A driver before another one, on which something happens when a statement is closed the next time. */
    public static final class HaltingDriver extends PrefixDriver {
        private static final AtomicReference<Runnable> AT_CLOSE = new AtomicReference<>();

        static {
            try {
                DriverManager.registerDriver(new HaltingDriver());
            } catch (SQLException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** For the driver manager. */
        public HaltingDriver() {
            super("jdbc:halting:");
        }

        @Override
        protected Connection open(String rest, Properties info) throws SQLException {
            return halting(Connection.class, DriverManager.getConnection(rest, info));
        }

        private static <T> T halting(Class<T> face, T real) {
            return face.cast(Proxy.newProxyInstance(
                    face.getClassLoader(),
                    new Class<?>[] {face},
                    (self, method, arguments) -> call(real, method, arguments)));
        }

        private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
            if (real instanceof Statement && method.getName().equals("close")) {
                Runnable now = AT_CLOSE.getAndSet(null);
                if (now != null) {
                    now.run();
                }
            }
            try {
                Object made = method.invoke(real, arguments);
                if (made instanceof PreparedStatement prepared) {
                    return halting(PreparedStatement.class, prepared);
                }
                return made instanceof Statement statement ? halting(Statement.class, statement) : made;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException {
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)");
            statement.execute("INSERT INTO t VALUES (1, 7)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        HaltingDriver.AT_CLOSE.set(null);
        dataSource.close();
        elsewhere("SHUTDOWN");
    }

    private static void elsewhere(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(H2, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void rename(String from, String to) throws SQLException {
        for (int node = 0; node < 2; node++) {
            elsewhere("ALTER TABLE t_" + node + " ALTER COLUMN " + from + " RENAME TO " + to);
        }
    }

    private static void cancel(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** It was forgotten, and executed again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x.p, x.q FROM (SELECT * FROM t) x(p, q) JOIN t y ON y.id = x.p WHERE x.p = 1 AND y.id = 1",
                "SELECT DISTINCT * FROM t WHERE id = 1 ORDER BY v",
                "SELECT x.*, 1 FROM t x ORDER BY x.id"
            })
    void whoCancelsEndsIt(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeQuery(sql).close();
            rename("v", "w");
            HaltingDriver.AT_CLOSE.set(
                    () -> CompletableFuture.runAsync(() -> cancel(statement)).join());
            assertThatThrownBy(() -> statement.executeQuery(sql)).isInstanceOf(SQLException.class);
            assertThat(HaltingDriver.AT_CLOSE.get()).isNull();
            // the next one is another one
            rename("w", "v");
            try (ResultSet rows = statement.executeQuery(sql)) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void aQueryTimeoutIsOneOfAllRepetitions() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT x.*, 1 FROM t x WHERE x.id > ? ORDER BY x.id")) {
            select.setQueryTimeout(1);
            select.setLong(1, 0);
            for (int i = 0; i < 2; i++) {
                select.executeQuery().close();
            }
            rename("v", "w");
            HaltingDriver.AT_CLOSE.set(() -> sleep(1100));
            assertThatThrownBy(select::executeQuery)
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(ErrorCode.QUERY_TIMEOUT.number()));
            assertThat(HaltingDriver.AT_CLOSE.get()).isNull();
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
