package org.shardingjdbc.assertions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.assertions.ShardingAssertions.assertThat;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** Assertions on statements over two databases, and what they say where they fail. */
class ShardingAssertionsTest {
    private static final String YAML = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:h2:mem:assertions_0;DB_CLOSE_DELAY=-1
                username: sa
                password: ""
              ds_1:
                jdbcUrl: jdbc:h2:mem:assertions_1;DB_CLOSE_DELAY=-1
                username: sa
                password: ""
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order
                    databaseStrategy:
                      standard: { shardingColumn: user_id, shardingAlgorithmName: by_user }
                  t_event:
                    actualDataNodes: ds_${0..1}.t_event
                    databaseStrategy:
                      standard: { shardingColumn: event_id, shardingAlgorithmName: by_user }
                shardingAlgorithms:
                  by_user: { type: MOD, props: { sharding-count: 2 } }
            """;
    private static final String ONE = "SELECT * FROM t_order WHERE user_id = ?";
    private static final String ALL = "SELECT * FROM t_order WHERE note = ?";
    private static final String PULLED =
            "SELECT o.note, e.note FROM t_order o JOIN t_event e ON o.order_id = e.order_id";
    private static final String REFUSED = "SELECT order_id, ROW_NUMBER() OVER (ORDER BY note) FROM t_order FOR UPDATE";

    private static ShardingDataSource dataSource;

    @BeforeAll
    static void open() throws SQLException {
        dataSource = ShardingDataSourceFactory.create(YamlConfigurations.parse(YAML, "test", PlaceholderType.NONE));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT, note VARCHAR(20))");
            statement.execute("CREATE TABLE t_event (event_id BIGINT PRIMARY KEY, order_id BIGINT, note VARCHAR(20))");
        }
    }

    @AfterAll
    static void close() {
        dataSource.close();
    }

    @Test
    void whatHoldsPassesAndGoesOn() throws SQLException {
        assertThat(dataSource)
                .sql(ONE)
                .routesToOneNode()
                .isNotRefused()
                .pullsNothing()
                .reachesAtMost(1);
        assertThat(dataSource).sql(ALL).isNotRefused().pullsNothing().reachesAtMost(2);
        assertThat(dataSource).sql(PULLED).isNotRefused();
    }

    @Test
    void aFailureShowsTheAdviceWithTheRemedy() {
        assertFails(() -> assertThat(dataSource).sql(ALL).routesToOneNode())
                .hasMessageStartingWith("Expected to go to one data node:\n" + ALL + "\nALL_NODES")
                .hasMessageContaining("\n- Give t_order.user_id one value each by =");
        assertFails(() -> assertThat(dataSource).sql(ALL).reachesAtMost(1))
                .hasMessageStartingWith("Expected to reach at most 1 data node, and it may reach 2:\n" + ALL);
    }

    @Test
    void rowsThatArePulledTogetherFail() {
        assertFails(() -> assertThat(dataSource).sql(PULLED).pullsNothing())
                .hasMessageContaining("STEPS: Pull")
                .hasMessageContaining("\n- Shard t_event as t_order");
        assertFails(() -> assertThat(dataSource).sql(PULLED).reachesAtMost(100))
                .hasMessageContaining("Expected to reach at most 100 data nodes:");
    }

    @Test
    void whatIsRefusedFailsEachAssertion() {
        assertFails(() -> assertThat(dataSource).sql(REFUSED).isNotRefused()).hasMessageContaining("SHD-2104");
        assertFails(() -> assertThat(dataSource).sql(REFUSED).routesToOneNode()).hasMessageContaining("SHD-2104");
        assertFails(() -> assertThat(dataSource).sql(REFUSED).pullsNothing()).hasMessageContaining("SHD-2104");
        assertFails(() -> assertThat(dataSource).sql(REFUSED).reachesAtMost(2)).hasMessageContaining("SHD-2104");
        assertFails(() -> assertThat(dataSource)
                        .sql("SELECT * FROM t_order WHERE")
                        .isNotRefused())
                .hasMessageStartingWith("Expected not to be refused:\nSELECT * FROM t_order WHERE\nREFUSED: SHD-");
    }

    @Test
    void aWrappedDataSourceIsUnwrapped() throws SQLException {
        DataSource wrapped = new Wrapped(dataSource);
        // the method of the same name that AssertJ has is for all else
        assertThat(wrapped.toString()).isNotEmpty();
        assertThat(wrapped).sql(ONE).routesToOneNode();
        assertFails(() -> assertThat(wrapped).sql(ALL).routesToOneNode());
    }

    @Test
    void anotherDataSourceIsNamed() {
        assertThatThrownBy(() -> assertThat((DataSource) new JdbcDataSource()).sql(ONE))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("org.h2.jdbcx.JdbcDataSource")
                .hasMessageContaining("ShardingDataSourceFactory");
    }

    @Test
    void noDataNodesAreAMistakeOfTheTest() throws SQLException {
        StatementAssert one = assertThat(dataSource).sql(ONE);
        assertThatThrownBy(() -> one.reachesAtMost(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertFails(ThrowingCallable assertion) {
        return assertThatThrownBy(assertion).isInstanceOf(AssertionError.class);
    }

    /** As frameworks put one around another. */
    private record Wrapped(DataSource inner) implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return inner.getConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return inner.getConnection(user, password);
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            return inner.unwrap(type);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) throws SQLException {
            return inner.isWrapperFor(type);
        }

        @Override
        public PrintWriter getLogWriter() throws SQLException {
            return inner.getLogWriter();
        }

        @Override
        public void setLogWriter(PrintWriter out) throws SQLException {
            inner.setLogWriter(out);
        }

        @Override
        public void setLoginTimeout(int seconds) throws SQLException {
            inner.setLoginTimeout(seconds);
        }

        @Override
        public int getLoginTimeout() throws SQLException {
            return inner.getLoginTimeout();
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger(Logger.GLOBAL_LOGGER_NAME);
        }
    }
}
