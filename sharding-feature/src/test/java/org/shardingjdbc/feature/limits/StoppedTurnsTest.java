package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** What ends a wait for a turn at a guarded data source, and for a connection, where limits are. */
@Timeout(300)
class StoppedTurnsTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:turns_0', maximumPoolSize: 2, connectionTimeout: 600000}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:turns_1', maximumPoolSize: 2, connectionTimeout: 600000}
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
            - !LIMITS
            """;
    private static final String ONE = "SELECT v FROM t WHERE id = 0";
    private static final String ALL = "SELECT v FROM t";
    private static final Set<Thread.State> WAITING = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private ShardingDataSource dataSource;

    private void open(String limits) throws SQLException {
        dataSource = ShardingDataSourceFactory.create(
                new ByteArrayInputStream((YAML + limits.indent(2)).getBytes(StandardCharsets.UTF_8)));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
            statement.execute("INSERT INTO t VALUES (0, 7), (1, 7)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
    }

    /** One who has a connection, and a place. */
    private Connection holder() throws SQLException {
        Connection holder = dataSource.getConnection();
        holder.setAutoCommit(false);
        holder.createStatement().executeQuery(ONE);
        return holder;
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeQuery(sql).next()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, ALL})
    void aCancelEndsTheWaitForATurn(String sql) throws Exception {
        open("dataSources: {ds_0: {maxConcurrent: 1, maxWaitMilliseconds: 600000}}");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            // the cursor keeps its place
            try (Connection holder = dataSource.getConnection();
                    Statement reading = holder.createStatement()) {
                assertThat(reading.executeQuery(ONE).next()).isTrue();
                FutureTask<Boolean> task = new FutureTask<>(() -> statement.execute(sql));
                Thread waiter = new Thread(task);
                waiter.start();
                while (!WAITING.contains(waiter.getState())) {
                    Thread.onSpinWait();
                }
                statement.cancel();
                assertThatThrownBy(task::get)
                        .isInstanceOf(ExecutionException.class)
                        .hasMessageContaining("SHD-5003");
            }
            assertThat(statement.executeQuery(sql).next()).isTrue();
        }
        run(sql);
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, ALL})
    void itsTimeEndsTheWaitForATurn(String sql) throws SQLException {
        open("dataSources: {ds_0: {maxConcurrent: 1, maxWaitMilliseconds: 600000}}");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            try (Connection holder = dataSource.getConnection();
                    Statement reading = holder.createStatement()) {
                assertThat(reading.executeQuery(ONE).next()).isTrue();
                assertThatThrownBy(() -> statement.execute(sql))
                        .isInstanceOf(SQLTimeoutException.class)
                        .hasMessageContaining("SHD-5004");
            }
            assertThat(statement.executeQuery(sql).next()).isTrue();
        }
        run(sql);
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, ALL})
    void aLimitOfTimeEndsTheWaitForAConnectionWhichIsAFailure(String sql) throws SQLException {
        open("limits: {time: {maxSeconds: 1}}\ndataSources: {ds_0: {failures: 2, retryMilliseconds: 600000}}");
        try (Connection one = holder();
                Connection two = holder()) {
            assertThat(one).isNotSameAs(two);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> run(sql))
                        .isInstanceOf(SQLTimeoutException.class)
                        .hasMessageContaining("SHD-4124");
            }
            assertThatThrownBy(() -> run(sql)).hasMessageContaining("SHD-5009");
        }
    }

    /** No data source is taken for one that cannot be reached. */
    @Test
    void aPartialAnswerIsNoneWhoseTimeIsOver() throws SQLException {
        open("limits: {time: {maxSeconds: 1}}");
        try (Connection one = holder();
                Connection two = holder()) {
            assertThat(one).isNotSameAs(two);
            assertThatThrownBy(() -> run("/* SHARDING_HINT: PARTIAL_ANSWERS=true */ SELECT v FROM t"))
                    .hasMessageContaining("SHD-4124");
        }
        run(ALL);
    }
}
