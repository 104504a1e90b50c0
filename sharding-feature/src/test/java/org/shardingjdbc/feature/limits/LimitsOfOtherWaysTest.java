package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.FaultyDriver;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Limits hold for executions that go on in another way than they began: as rows that cannot be merged are pulled, as a
 * read is repeated whose database was lost, as subqueries are pulled otherwise whose texts do not mix. t has 12 rows on
 * 4 data nodes.
 */
class LimitsOfOtherWaysTest {
    private static final String NAME = "limits_other_ways";
    private static final String SOURCE = """
              %s_%d:
                jdbcUrl: '%s'
                driverClassName: %s
                username: sa
                initializationFailTimeout: -1
            """;
    private static final String RULES = """
            rules:
            - !READWRITE_SPLITTING
              dataSourceGroups:
                ds_0: {writeDataSourceName: primary_0, readDataSourceNames: [replica_0]}
                ds_1: {writeDataSourceName: primary_1, readDataSourceNames: [replica_1]}
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: by_k}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
                by_k: {type: INLINE, props: {algorithm-expression: 't_${k % 2}'}}
            - !LIMITS
              limits:
            """;

    private final JdbcProbe probe = new JdbcProbe();
    /** Null on a server. */
    private ShardingDataSource dataSource;

    /** On H2, each primary being its own replica. */
    private void open(String limits) throws SQLException {
        FaultyDriver.register(NAME, probe);
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int node = 0; node < 2; node++) {
            for (String role : new String[] {"primary", "replica"}) {
                String url = FaultyDriver.url(
                        NAME, role + "_" + node, "jdbc:h2:mem:" + NAME + "_" + node + ";DB_CLOSE_DELAY=-1");
                yaml.append(SOURCE.formatted(role, node, url, FaultyDriver.class.getName()));
            }
        }
        yaml.append(RULES).append(limits.indent(8));
        dataSource = ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id INT, k INT, v INT, w INT)");
            for (int i = 0; i < 12; i++) {
                statement.execute(
                        "INSERT INTO t (id, k, v, w) VALUES (" + i % 2 + ", " + i / 2 % 2 + ", " + i + ", " + i + ")");
            }
        }
    }

    @AfterEach
    void close() throws SQLException {
        if (dataSource != null) {
            dataSource.close();
        }
        FaultyDriver.unregister(NAME);
    }

    @Test
    void rowsThatAreReturnedOfWhatCouldNotBeMerged() throws SQLException {
        open("rows: {maxRowsReturned: 4}");
        redefine();
        probe.reset();
        refusesTheFifth(dataSource, "SELECT v, SUM(w) FROM t GROUP BY v");
        assertThat(probe.calls())
                .anyMatch(call -> call.sql().startsWith("SELECT v, SUM(w) FROM t_1"))
                .anyMatch(call -> call.sql().startsWith("SELECT v, SUM(w) FROM shd_leaf_0"));
    }

    @Test
    void rowsThatAreReturnedOfARepeatedRead() throws SQLException {
        open("rows: {maxRowsReturned: 4}");
        loseReplica(call -> call.method().startsWith("execute"), 1);
        refusesTheFifth(dataSource, "SELECT v FROM t ORDER BY v");
        assertThat(probe.strikeCount()).isEqualTo(1);
    }

    /** A database that finds that the texts of a pulled subquery do not mix with those of a column is told so here. */
    @Test
    void rowsThatAreReturnedOfWhatIsPulledOtherwise() throws Exception {
        String rules = """
                rules:
                - !SHARDING
                  tables:
                    t:
                      actualDataNodes: ds_${0..1}.t
                      databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  shardingAlgorithms:
                    by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
                - !LIMITS
                  limits:
                    rows: {maxRowsReturned: 4}
                """;
        try (Fixture<ShardingDataSource> fixture = Fixture.on(DatabaseKind.MARIADB, NAME)
                .through(probe)
                .rules(rules)
                .open(ShardingDataSourceFactory::create)) {
            fixture.onSharded("CREATE TABLE t (id INT, v INT)");
            for (int i = 0; i < 12; i++) {
                fixture.onSharded("INSERT INTO t (id, v) VALUES (" + i + ", " + i + ")");
            }
            probe.reset();
            probe.count(
                    call -> call.method().startsWith("execute") && call.sql().contains("JOIN"));
            probe.strike(1, Fault.throwing("Illegal mix of collations", "HY000", 1267));
            refusesTheFifth(
                    fixture.sharded(),
                    "SELECT a.v FROM t a JOIN (SELECT v, COUNT(*) AS c FROM t GROUP BY v) b ON b.v = a.v");
            assertThat(probe.strikeCount()).isEqualTo(1);
            // what a write in steps returns is held, and counted while it is read
            refusesTheFifth(fixture.sharded(), "INSERT INTO t (id, v) SELECT id + 1, v FROM t RETURNING v");
        }
    }

    /** Whatever of them was counted before it was lost. */
    @Test
    void noRowIsCountedTwice() throws SQLException {
        open("rows: {maxRowsReturned: 12}");
        loseReplica(call -> call.is("ResultSet", "next"), 10);
        try (Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery("SELECT v FROM t")) {
            assertThat(probe.strikeCount()).isEqualTo(1);
            assertThat(rows.absolute(12)).isTrue();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void rowsAreWarnedOfOnceMore() throws SQLException {
        open("rows: {maxRowsReturned: 4, action: WARN}");
        loseReplica(call -> call.is("ResultSet", "next"), 10);
        try (Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery("SELECT v FROM t")) {
            assertThat(probe.strikeCount()).isEqualTo(1);
            assertThat(rows.last()).isTrue();
            assertThat(warnings(statement))
                    .containsExactly("Limit rows of all tables: the statement returns more than 4 row(s)");
        }
    }

    @Test
    void rowsThatAreHeldOfARepeatedRead() throws SQLException {
        open("held: {maxRowsHeld: 4}");
        loseReplica(call -> call.method().startsWith("execute"), 1);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> {
                        try (ResultSet rows =
                                statement.executeQuery("SELECT v, COUNT(*) AS c FROM t GROUP BY v ORDER BY c")) {
                            rows.next();
                        }
                    })
                    .hasMessageContaining("SHD-4123: Limit held");
        }
        assertThat(probe.strikeCount()).isEqualTo(1);
    }

    @Test
    void dataNodesThatWereWarnedOfBeforeRowsTurnedOutNotToMerge() throws SQLException {
        open("nodes: {allDataNodes: true, action: WARN}");
        redefine();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT v, SUM(w) FROM t GROUP BY v")) {
            assertThat(rows.next()).isTrue();
            assertThat(warnings(statement))
                    .containsExactly("Limit nodes of all tables: the statement reaches 4 data nodes,"
                            + " allowed are fewer than all 4");
        }
    }

    /** As somebody else does: the sum of w is none of numbers, which is seen when its rows come. */
    private static void redefine() throws SQLException {
        for (int node = 0; node < 2; node++) {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + NAME + "_" + node, "sa", "");
                    Statement statement = connection.createStatement()) {
                statement.execute("ALTER TABLE t_0 ALTER COLUMN w INTERVAL DAY");
                statement.execute("ALTER TABLE t_1 ALTER COLUMN w INTERVAL DAY");
            }
        }
    }

    private static List<String> warnings(Statement statement) throws SQLException {
        List<String> messages = new ArrayList<>();
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            messages.add(each.getMessage());
        }
        return messages;
    }

    private void loseReplica(Predicate<JdbcCall> counted, int number) {
        probe.reset();
        probe.count(call -> call.dataSource().startsWith("replica") && counted.test(call));
        probe.strike(number, Fault.dropConnection());
    }

    private static void refusesTheFifth(ShardingDataSource of, String sql) throws SQLException {
        try (Connection connection = of.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            for (int i = 0; i < 4; i++) {
                assertThat(rows.next()).isTrue();
            }
            assertThatThrownBy(rows::next)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-4122: Limit rows of all tables ends the statement");
            assertThatThrownBy(() -> rows.getObject(1)).isInstanceOf(SQLException.class);
        }
    }
}
