package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.fault.PrefixDriver;

/**
 * A connection that is aborted, and a statement or a connection that is closed, by another thread under an execution
 * whose driver comes back only when all of that is done: the execution is told that it is closed, and neither of a
 * defect nor of what its driver stumbled over.
 */
@Timeout(300)
class AbortedExecutionTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: "jdbc:standing:jdbc:h2:mem:aborted_0;DB_CLOSE_DELAY=-1", driverClassName: %1$s,
                     username: sa, maximumPoolSize: 2}
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            """.formatted(StandingDriver.class.getName());

    /** What another thread does under an execution. */
    private enum End {
        ABORT {
            @Override
            void of(Statement statement) throws SQLException {
                statement.getConnection().abort(Runnable::run);
            }
        },
        CLOSE_STATEMENT {
            @Override
            void of(Statement statement) throws SQLException {
                statement.close();
            }
        },
        CLOSE_CONNECTION {
            @Override
            void of(Statement statement) throws SQLException {
                statement.getConnection().close();
            }
        };

        abstract void of(Statement statement) throws SQLException;
    }

    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws Exception {
        StandingDriver.executing = new CountDownLatch(1);
        StandingDriver.goesOn = new CountDownLatch(0);
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        }
    }

    @AfterEach
    void close() throws SQLException {
        StandingDriver.goesOn.countDown();
        dataSource.close();
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void whatReadsOneUnitIsToldOfNoDefect(End end) throws Exception {
        endsUnder(end, true, "SELECT name FROM t WHERE id = 1");
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void whatReadsOneUnitInATransactionIsToldOfNoDefect(End end) throws Exception {
        endsUnder(end, false, "SELECT name FROM t WHERE id = 1");
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void whatWritesOneUnitInATransactionIsToldOfNoDefect(End end) throws Exception {
        endsUnder(end, false, "INSERT INTO t VALUES (1, 'n')");
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void whatReadsSeveralUnitsInATransactionIsToldOfNoDefect(End end) throws Exception {
        endsUnder(end, false, "SELECT COUNT(*) FROM t");
    }

    private void endsUnder(End end, boolean autoCommit, String sql) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(autoCommit);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                StandingDriver.executing = new CountDownLatch(1);
                StandingDriver.goesOn = new CountDownLatch(1);
                CompletableFuture<Throwable> running =
                        CompletableFuture.supplyAsync(() -> catchThrowable(statement::execute));
                StandingDriver.executing.await();
                end.of(statement);
                StandingDriver.goesOn.countDown();
                assertThat(running.get())
                        .isInstanceOfSatisfying(SQLException.class, told -> assertThat(told.getErrorCode())
                                .isIn(ErrorCode.CLOSED.number(), ErrorCode.STATEMENT_CLOSED.number()));
            }
        }
        HikariDataSource pool = (HikariDataSource) dataSource.dataSources().get("ds_0");
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    /** A driver before H2's whose executions stand, whatever is done to their connection. */
    public static final class StandingDriver extends PrefixDriver {
        private static volatile CountDownLatch executing;
        private static volatile CountDownLatch goesOn;

        static {
            try {
                DriverManager.registerDriver(new StandingDriver());
            } catch (SQLException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** For the driver manager. */
        public StandingDriver() {
            super("jdbc:standing:");
        }

        @Override
        protected Connection open(String rest, Properties info) throws SQLException {
            return standing(Connection.class, DriverManager.getConnection(rest, info));
        }

        private static <T> T standing(Class<T> face, T real) {
            return face.cast(Proxy.newProxyInstance(
                    StandingDriver.class.getClassLoader(), new Class<?>[] {face}, (self, method, arguments) -> {
                        if (method.getName().equals("execute")
                                || method.getName().equals("executeQuery")) {
                            executing.countDown();
                            goesOn.await();
                        }
                        try {
                            Object made = method.invoke(real, arguments);
                            return made instanceof PreparedStatement statement
                                    ? standing(PreparedStatement.class, statement)
                                    : made;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }
    }
}
