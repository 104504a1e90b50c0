package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.feature.limits.internal.HandClockedLimits;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Circuit breakers and bounds of concurrent statements: what is refused, what goes on, and that nothing leaks. */
class GuardsTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:guards_0;DB_CLOSE_DELAY=-1', maximumPoolSize: 3, connectionTimeout: 30000}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:guards_1;DB_CLOSE_DELAY=-1', maximumPoolSize: 3, connectionTimeout: 30000}
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
            props:
              connection-linger-milliseconds: 0
            """;
    private static final String READ = "SELECT v FROM t WHERE id = 0";

    private ShardingDataSource dataSource;

    @BeforeEach
    void create() throws SQLException {
        for (int node = 0; node < 2; node++) {
            on(node, "CREATE TABLE t (id INT PRIMARY KEY, v INT)");
            on(node, "INSERT INTO t VALUES (" + node + ", 7)");
            on(
                    node,
                    "CREATE ALIAS pause AS 'boolean pause(int ms) throws Exception { Thread.sleep(ms); return true; }'");
            on(
                    node,
                    "CREATE ALIAS lose AS 'boolean lose() throws Exception {"
                            + " throw new java.sql.SQLException(\"gone\", \"08006\"); }'");
        }
    }

    @AfterEach
    void close() throws SQLException {
        if (dataSource != null) {
            dataSource.close();
        }
        on(0, "SHUTDOWN");
        on(1, "SHUTDOWN");
    }

    private void open(String limits) throws SQLException {
        dataSource = create(limits);
    }

    /** The time of the limits is what {@link HandClockedLimits} lets pass. */
    private void openByHandClock(String limits) throws SQLException {
        dataSource = create(limits, "milliseconds: 0", "HAND_CLOCKED_LIMITS");
    }

    private void open(String limits, String linger) throws SQLException {
        dataSource = create(limits, linger);
    }

    private static ShardingDataSource create(String limits) throws SQLException {
        return create(limits, "milliseconds: 0");
    }

    private static ShardingDataSource create(String limits, String linger) throws SQLException {
        return create(limits, linger, "LIMITS");
    }

    private static ShardingDataSource create(String limits, String linger, String rule) throws SQLException {
        String yaml = YAML.replace("milliseconds: 0", linger)
                .replace("props:\n  conn", "- !" + rule + "\n" + limits.indent(2) + "props:\n  conn");
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void moreStatementsThanAllowedAreRefusedAfterTheirWait() throws SQLException {
        open("dataSources:\n  ds_0: {maxConcurrent: 2, maxWaitMilliseconds: 20}");
        try (Connection one = dataSource.getConnection();
                Connection two = dataSource.getConnection();
                Connection three = dataSource.getConnection();
                Statement first = one.createStatement();
                Statement second = two.createStatement();
                Statement third = three.createStatement()) {
            ResultSet held = first.executeQuery(READ);
            // of all data nodes: both data sources are entered
            ResultSet wide = second.executeQuery("SELECT v FROM t");
            assertThatThrownBy(() -> third.executeQuery(READ))
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining("SHD-5010: Data source ds_0 runs 2 statement(s), as many as its limit allows,"
                            + " and none ended within 20 ms");
            assertThatThrownBy(() -> third.executeQuery("SELECT v FROM t")).hasMessageContaining("SHD-5010");
            assertThat(third.executeQuery("SELECT v FROM t WHERE id = 1").next())
                    .isTrue();
            // who has one already goes on
            assertThat(one.createStatement().executeQuery(READ).next()).isTrue();
            held.close();
            wide.close();
            assertThat(third.executeQuery(READ).next()).isTrue();
        }
        assertThat(runAtATime(2)).isEqualTo(2);
    }

    /** The second ran without a place when the first was closed, and others came in as often as there were sessions. */
    @Test
    void thePlaceOfASessionLastsUntilAllItsResultsAreClosed() throws SQLException {
        open("dataSources:\n  ds_0: {maxConcurrent: 2, maxWaitMilliseconds: 5}");
        for (String sql : List.of(READ, "SELECT v FROM t")) {
            try (Connection connection = dataSource.getConnection();
                    Statement one = connection.createStatement();
                    Statement two = connection.createStatement()) {
                one.setFetchSize(1);
                two.setFetchSize(1);
                ResultSet first = one.executeQuery(sql);
                // on a second connection, as the first one streams
                ResultSet second = two.executeQuery(READ);
                for (int i = 0; i < 3; i++) {
                    assertThat(runAtATime(1)).isEqualTo(1);
                    first.close();
                    assertThat(runAtATime(1)).isEqualTo(1);
                    first = one.executeQuery(sql);
                    assertThat(runAtATime(1)).isEqualTo(1);
                    second.close();
                    assertThat(runAtATime(1)).isEqualTo(1);
                    second = two.executeQuery(READ);
                }
                first.close();
                second.close();
                assertThat(runAtATime(2)).isEqualTo(2);
            }
            assertThat(runAtATime(2)).isEqualTo(2);
        }
    }

    @Test
    void transactionsGoOnWithTheConnectionThatTheyHave() throws SQLException {
        open("everyDataSource: {maxConcurrent: 1}");
        try (Connection one = dataSource.getConnection();
                Connection two = dataSource.getConnection();
                Statement first = one.createStatement();
                Statement second = two.createStatement()) {
            one.setAutoCommit(false);
            first.executeUpdate("UPDATE t SET v = 8 WHERE id = 0");
            ResultSet rows = second.executeQuery(READ);
            first.executeUpdate("UPDATE t SET v = 9 WHERE id = 0");
            assertThat(rows.next()).isTrue();
            one.commit();
            assertThatThrownBy(() -> first.executeQuery(READ)).hasMessageContaining("SHD-5010");
            one.rollback();
        }
        assertThat(runAtATime(1)).isEqualTo(1);
    }

    @Test
    void failuresLeaveNoPlaceTaken() throws SQLException {
        open("everyDataSource: {maxConcurrent: 2}");
        for (int i = 0; i < 20; i++) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.executeQuery("SELECT v / 0 FROM t WHERE id = 0"))
                        .isInstanceOf(SQLException.class);
                assertThatThrownBy(() ->
                                statement.executeQuery("SELECT v / 0 FROM t").next())
                        .isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (id, v) VALUES (0, 1), (1, 1)"))
                        .isInstanceOf(SQLException.class);
                assertThat(statement
                                .executeQuery("SELECT a.v FROM t a JOIN t b ON a.v = b.v")
                                .next())
                        .isTrue();
            }
        }
        assertThat(runAtATime(2)).isEqualTo(2);
    }

    /** What it did before is asked of a connection that another session may have had since. */
    @ParameterizedTest
    @CsvSource({"H2,SELECT TRANSACTION_ID()", "MYSQL,SELECT ROW_COUNT()", "MARIADB,SELECT ROW_COUNT()"})
    void whoAsksAnotherConnectionForTheLastStatementLeavesItsPlace(DatabaseKind kind, String question)
            throws Exception {
        try (Fixture<ShardingDataSource> fixture = Fixture.on(kind, "guards_last")
                        .dataSources(1)
                        .rules("rules:\n- !SINGLE\n  tables: ['*.*']\n"
                                + "- !LIMITS\n  everyDataSource: {maxConcurrent: 2, maxWaitMilliseconds: 20}\n")
                        .open(ShardingDataSourceFactory::create);
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(() -> statement.executeQuery(question)).hasMessageContaining("SHD-2116");
            }
            assertThat(statement.executeQuery("SELECT 1").next()).isTrue();
        }
    }

    @Test
    void whatIsSetOnASessionTakesNoPlace() throws SQLException {
        open("everyDataSource: {maxConcurrent: 2, maxWaitMilliseconds: 20}");
        for (int i = 0; i < 3; i++) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET LOCK_TIMEOUT 1000");
                assertThat(runAtATime(2)).isEqualTo(2);
                assertThat(statement.executeQuery(READ).next()).isTrue();
            }
        }
        assertThat(runAtATime(2)).isEqualTo(2);
    }

    /** It had one of the other data source, which was counted as its own. */
    @Test
    void whoIsRefusedAPlaceKeepsNoConnection() throws SQLException {
        open("dataSources:\n  ds_1: {maxConcurrent: 1, maxWaitMilliseconds: 20}", "milliseconds: 60000");
        List<Connection> refused = new ArrayList<>();
        try (Connection first = dataSource.getConnection();
                Connection last = dataSource.getConnection()) {
            first.createStatement().executeQuery("SELECT v FROM t WHERE id = 1");
            for (int i = 0; i < 3; i++) {
                Connection connection = dataSource.getConnection();
                refused.add(connection);
                connection.createStatement().executeQuery(READ).close();
                assertThatThrownBy(() -> connection.createStatement().executeQuery("SELECT v FROM t"))
                        .hasMessageContaining("SHD-5010");
            }
            assertThat(last.createStatement().executeQuery(READ).next()).isTrue();
        } finally {
            for (Connection connection : refused) {
                connection.close();
            }
        }
    }

    @Test
    void anExhaustedPoolOpensTheBreakerAndTheAnswerToATryClosesIt() throws Exception {
        openByHandClock(
                "dataSources:\n  ds_0: {failures: 2, retryMilliseconds: 60000}\n  ds_1: {failures: 2, retryMilliseconds: 1}");
        List<Connection> holders = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                Connection holder = dataSource.getConnection();
                holders.add(holder);
                holder.setAutoCommit(false);
                holder.createStatement().executeQuery("SELECT v FROM t");
            }
            for (Object pool : dataSource.dataSources().values()) {
                ((HikariDataSource) pool).setConnectionTimeout(250);
            }
            for (int node = 0; node < 2; node++) {
                String sql = "SELECT v FROM t WHERE id = " + node;
                assertThatThrownBy(() -> run(sql)).hasMessageContaining("SHD-5001");
                assertThatThrownBy(() -> run(sql)).hasMessageContaining("SHD-5001");
            }
            assertThatThrownBy(() -> run(READ))
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining("SHD-5009: Data source ds_0 failed several times on end,"
                            + " and no statement is sent to it before the next try at 20");
            assertThatThrownBy(() -> run("SELECT v FROM t")).hasMessageContaining("SHD-5009");
            // who has a connection goes on, and lets nobody through
            assertThat(holders.get(0).createStatement().executeUpdate("UPDATE t SET v = 8 WHERE id = 0"))
                    .isEqualTo(1);
            assertThatThrownBy(() -> run(READ)).hasMessageContaining("SHD-5009");
            HandClockedLimits.pass(60_000);
            // who tries finds no connection, and nobody else tries at once
            assertThatThrownBy(() -> run(READ)).hasMessageContaining("SHD-5001");
            assertThatThrownBy(() -> run(READ)).hasMessageContaining("SHD-5009");
        } finally {
            for (Connection holder : holders) {
                holder.rollback();
                holder.close();
            }
        }
        assertThatThrownBy(() -> run(READ)).hasMessageContaining("SHD-5009");
        HandClockedLimits.pass(60_000);
        run(READ);
        run(READ);
        run("SELECT v FROM t WHERE id = 1");
    }

    @Test
    void slowAnswersOpenTheBreakerAndOneTriesAgain() throws Exception {
        openByHandClock("everyDataSource: {failures: 2, slowMilliseconds: 30, retryMilliseconds: 300}");
        run(READ);
        for (int i = 0; i < 2; i++) {
            run("SELECT v FROM t WHERE id = 0 AND pause(60)");
        }
        assertThatThrownBy(() -> run(READ)).hasMessageContaining("SHD-5009");
        run("SELECT v FROM t WHERE id = 1");
        HandClockedLimits.pass(300);
        // the one that tries is slow again
        run("SELECT v FROM t WHERE id = 0 AND pause(60)");
        assertThatThrownBy(() -> run(READ)).hasMessageContaining("SHD-5009");
        HandClockedLimits.pass(300);
        run(READ);
        run(READ);
    }

    /** Else statements for both would keep a data source closed that answers, as long as the other one is away. */
    @Test
    void aTryThatIsNotMadeIsLeftToTheNextStatement() throws Exception {
        openByHandClock("dataSources:\n  ds_0: {failures: 1, retryMilliseconds: 1500}"
                + "\n  ds_1: {failures: 1, retryMilliseconds: 60000}");
        assertThatThrownBy(() -> run("SELECT v FROM t WHERE id = 1 AND lose()")).hasMessageContaining("gone");
        for (String sql : List.of(READ, "/* SHARDING_HINT: PARTIAL_ANSWERS=true */ SELECT v FROM t")) {
            assertThatThrownBy(() -> run("SELECT v FROM t WHERE id = 0 AND lose()"))
                    .hasMessageContaining("gone");
            assertThatThrownBy(() -> run(READ)).hasMessageContaining("SHD-5009");
            HandClockedLimits.pass(1500);
            assertThatThrownBy(() -> run("SELECT v FROM t")).hasMessageContaining("SHD-5009: Data source ds_1");
            run(sql);
            run(READ);
        }
    }

    @Test
    void errorsOfStatementsAreAnswers() throws SQLException {
        open("everyDataSource: {failures: 1, retryMilliseconds: 60000}");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> run("SELECT v / 0 FROM t WHERE id = 0")).isInstanceOf(SQLException.class);
        }
        run(READ);
    }

    @Test
    void mistakesAreTold() {
        assertThatThrownBy(() -> create("dataSources:\n  ds_2: {failures: 1}")).hasMessageContaining("ds_2");
        assertThatThrownBy(() -> create("dataSources:\n  ds_0: {maxWaitMilliseconds: 1}"))
                .hasMessageContaining("it guards nothing");
        assertThatThrownBy(() -> create("everyDataSource: {maxConcurrent: 1, slowMilliseconds: 5}"))
                .hasMessageContaining("say by failures");
    }

    /** How many statements can have open results at a time, up to one more than asked for. */
    private int runAtATime(int most) throws SQLException {
        List<Connection> connections = new ArrayList<>();
        int open = 0;
        try {
            for (int i = 0; i <= most; i++) {
                Connection connection = dataSource.getConnection();
                connections.add(connection);
                connection.createStatement().executeQuery(READ);
                open++;
            }
        } catch (SQLTransientConnectionException full) {
            assertThat(full.getMessage()).contains("SHD-5010");
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
        return open;
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void on(int node, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:guards_" + node + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
