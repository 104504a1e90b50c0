package org.shardingjdbc.jdbc.observe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What is counted, by what was done. */
class StatisticsTest {
    private @Nullable Fixture<ShardingDataSource> fixture;
    private @Nullable ShardingDataSource dataSource;
    private @Nullable Statistics statistics;

    private void open(DatabaseKind kind, String... props) throws Exception {
        Fixture<ShardingDataSource> made = Fixture.on(kind, "statistics")
                .sharded("t_order", "order_id", 4)
                .sharded("t_user", "user_id", 4)
                .broadcast("t_country")
                .open(ShardingDataSourceFactory::create);
        fixture = made;
        made.onSharded(
                "DROP TABLE IF EXISTS t_order",
                "DROP TABLE IF EXISTS t_user",
                "DROP TABLE IF EXISTS t_country",
                "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT, note VARCHAR(20))",
                "CREATE TABLE t_user (user_id BIGINT PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE t_country (code CHAR(2) PRIMARY KEY)");
        try (Connection connection = made.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 8; i++) {
                statement.execute("INSERT INTO t_order VALUES (" + i + ", " + i % 3 + ", 'n')");
                statement.execute("INSERT INTO t_user VALUES (" + i + ", 'u')");
            }
        }
        ShardingDataSource another = made.another(props);
        dataSource = another;
        statistics = another.statistics();
    }

    private Fixture<ShardingDataSource> fixture() {
        return requireNonNull(fixture);
    }

    private ShardingDataSource dataSource() {
        return requireNonNull(dataSource);
    }

    private Statistics statistics() {
        return requireNonNull(statistics);
    }

    @AfterEach
    void close() throws SQLException {
        if (fixture != null) {
            fixture.close();
        }
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (statement.execute(sql)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            rows.getObject(1);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void statementsAreCountedByTheirRoute(DatabaseKind kind) throws Exception {
        open(kind);
        run(
                "SELECT note FROM t_order WHERE order_id = 1",
                "UPDATE t_order SET note = 'x' WHERE order_id = 2",
                "SELECT note FROM t_order WHERE order_id IN (1, 2)",
                "SELECT COUNT(*) FROM t_order",
                "SELECT note FROM t_order ORDER BY order_id",
                "INSERT INTO t_country VALUES ('NO')",
                "EXPLAIN SHARDING SELECT note FROM t_order");
        assertThat(statistics().statements(StatementRoute.ONE_NODE)).isEqualTo(2);
        assertThat(statistics().statements(StatementRoute.SEVERAL_NODES)).isEqualTo(1);
        assertThat(statistics().statements(StatementRoute.ALL_NODES)).isEqualTo(2);
        assertThat(statistics().statements(StatementRoute.COPIES)).isEqualTo(1);
        assertThat(statistics().statements(StatementRoute.SESSION)).isEqualTo(1);
        assertThat(statistics().statements(StatementRoute.STEPS)).isZero();
        assertThat(statistics().units()).isGreaterThanOrEqualTo(2 + 2 + 2 + 2 + 2);
        assertThat(statistics().nanos(StatementRoute.ALL_NODES)).isPositive();
        assertThat(statistics().nanos(StatementRoute.ONE_NODE)).isPositive();
        assertThat(statistics().takeLongestNanos(StatementRoute.ALL_NODES)).isPositive();
        assertThat(statistics().takeLongestNanos(StatementRoute.ALL_NODES)).isZero();
        assertThat(statistics().merges()).isPositive();
        assertThat(statistics().mergeNanos()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void pulledStatementsAreStepsAndTheirLeavesNoStatements(DatabaseKind kind) throws Exception {
        open(kind);
        run("SELECT o.note, u.name FROM t_order o JOIN t_user u ON o.user_id = u.user_id WHERE o.note <> u.name");
        assertThat(statistics().statements(StatementRoute.STEPS)).isEqualTo(1);
        for (StatementRoute other : StatementRoute.values()) {
            if (other != StatementRoute.STEPS) {
                assertThat(statistics().statements(other)).as(other.tag()).isZero();
            }
        }
        assertThat(statistics().pulledRows()).isBetween(1L, 16L);
        // each data source of PostgreSQL and MariaDB gets the leaves of its tables as one statement
        assertThat(statistics().units()).isGreaterThanOrEqualTo(kind == DatabaseKind.H2 ? 5 : 4);
        assertThat(statistics().nanos(StatementRoute.STEPS)).isPositive();
    }

    @Test
    void batchIsOneStatementOfAsManyUnitsAsItTakes() throws Exception {
        open(DatabaseKind.H2);
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, 1, 'b')")) {
            for (int i = 100; i < 108; i++) {
                insert.setLong(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        assertThat(statistics().statements(StatementRoute.BATCH)).isEqualTo(1);
        assertThat(statistics().units()).isEqualTo(4);
        assertThat(statistics().nanos(StatementRoute.BATCH)).isPositive();
    }

    @Test
    void plansAreFoundOrMade() throws Exception {
        open(DatabaseKind.H2);
        long misses = statistics().planMisses();
        for (int i = 0; i < 10; i++) {
            try (Connection connection = dataSource().getConnection();
                    PreparedStatement query =
                            connection.prepareStatement("SELECT note FROM t_order WHERE order_id = ?")) {
                query.setLong(1, i);
                query.executeQuery().close();
            }
        }
        assertThat(statistics().planMisses() - misses).isEqualTo(1);
        assertThat(statistics().planHits()).isEqualTo(9);
        assertThat(statistics().plans()).isEqualTo(1);
    }

    @Test
    void whoHasClosedItsRegistrationIsToldOfNoCode() throws Exception {
        open(DatabaseKind.H2);
        List<String> told = new ArrayList<>();
        List<String> stays = new ArrayList<>();
        ObserverRegistration closed = statistics().eachRefusalCode(told::add);
        statistics().eachRefusalCode(stays::add);
        closed.close();
        closed.close();
        assertThatThrownBy(() -> run("SELECT FROM t_order WHERE")).isInstanceOf(SQLException.class);
        assertThat(told).isEmpty();
        assertThat(stays).hasSize(1);
    }

    @Test
    void refusalsAreCountedByTheirCode() throws Exception {
        open(DatabaseKind.H2);
        List<String> told = new ArrayList<>();
        statistics().eachRefusalCode(told::add);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> run("SELECT FROM t_order WHERE")).isInstanceOf(SQLException.class);
        }
        try (Connection connection = dataSource().getConnection()) {
            assertThatThrownBy(() -> connection.prepareStatement("SELECT FROM t_order WHERE"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(statistics().refusals().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(3);
        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(statistics().refusals().keySet());
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void errorsAreCountedByDataSource(DatabaseKind kind) throws Exception {
        open(kind);
        assertThatThrownBy(() -> run("INSERT INTO t_order VALUES (1, 1, 'again')"))
                .isInstanceOf(SQLException.class);
        assertThat(statistics().errors()).containsEntry("ds_0", 0L).containsEntry("ds_1", 1L);
    }

    @Test
    void everyStatementIsCountedAndOneInSixteenTaken() throws Exception {
        open(DatabaseKind.H2);
        try (Connection connection = dataSource().getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT note FROM t_order WHERE order_id = ?")) {
            for (int i = 0; i < 1_000; i++) {
                query.setLong(1, i % 8);
                query.executeQuery().close();
            }
        }
        assertThat(statistics().statements(StatementRoute.ONE_NODE)).isEqualTo(1_000);
        assertThat(statistics().units()).isEqualTo(1_000);
        assertThat(statistics().nanos(StatementRoute.ONE_NODE) % Statistics.SAMPLE)
                .isZero();
    }

    @Test
    void nothingIsCountedBeforeSomebodyAsks() throws Exception {
        open(DatabaseKind.H2);
        try (ShardingDataSource other = fixture().another()) {
            try (Connection connection = other.getConnection();
                    Statement statement = connection.createStatement()) {
                statement
                        .executeQuery("SELECT note FROM t_order WHERE order_id = 1")
                        .close();
            }
            assertThat(other.statistics().statements(StatementRoute.ONE_NODE)).isZero();
        }
        try (ShardingDataSource other = fixture().another("statistics-enabled: true")) {
            try (Connection connection = other.getConnection();
                    Statement statement = connection.createStatement()) {
                statement
                        .executeQuery("SELECT note FROM t_order WHERE order_id = 1")
                        .close();
            }
            assertThat(other.statistics().statements(StatementRoute.ONE_NODE)).isEqualTo(1);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void consolesSeeItUntilItIsClosed() throws Exception {
        open(DatabaseKind.H2, "jmx-enabled: true");
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName first = new ObjectName("org.shardingjdbc:type=ShardingDataSource,name=logic_db");
        ObjectName second = new ObjectName("org.shardingjdbc:type=ShardingDataSource,name=logic_db,instance=2");
        run("SELECT note FROM t_order WHERE order_id = 1");

        TabularData statements = (TabularData) server.getAttribute(first, "Statements");
        assertThat(statements.get(new Object[] {"one-node"}).get("value")).isEqualTo(1L);
        assertThat(server.getMBeanInfo(first).getAttributes())
                .allSatisfy(each ->
                        assertThat(server.getAttribute(first, each.getName())).isNotNull());
        TabularData most = (TabularData) server.getAttribute(first, "ConnectionsAtMost");
        assertThat((Collection<CompositeData>) most.values())
                .extracting(each -> each.get("key"))
                .containsExactlyInAnyOrder("ds_0", "ds_1");

        try (ShardingDataSource other = fixture().another("jmx-enabled: true")) {
            assertThat(other.isClosed()).isFalse();
            assertThat(server.isRegistered(second)).isTrue();
        }
        assertThat(server.isRegistered(second)).isFalse();
        dataSource().close();
        assertThat(server.isRegistered(first)).isFalse();
    }
}
