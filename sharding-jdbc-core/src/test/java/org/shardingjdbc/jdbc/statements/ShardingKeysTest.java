package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** JDBC 4.3's sharding keys route what the statements themselves do not restrict. */
class ShardingKeysTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                by_user:
                  actualDataNodes: ds_${0..1}.by_user_${0..1}
                  databaseStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: ds_of_uid}}
                  tableStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: user_table}}
                item:
                  actualDataNodes: ds_${0..1}.item_${0..1}
                  databaseStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: ds_of_uid}}
                  tableStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: item_table}}
                by_two:
                  actualDataNodes: ds_${0..1}.by_two_${0..1}
                  databaseStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: ds_of_uid}}
                  tableStrategy: {standard: {shardingColumn: region, shardingAlgorithmName: table_of_region}}
                hinted:
                  actualDataNodes: ds_${0..1}.hinted_${0..1}
                  databaseStrategy: {hint: {shardingAlgorithmName: ds_of_hint}}
                  tableStrategy: {hint: {shardingAlgorithmName: table_of_hint}}
              shardingAlgorithms:
                ds_of_uid:
                  type: INLINE
                  props: {allow-range-query-with-inline-sharding: true, algorithm-expression: "ds_${uid % 2}"}
                user_table: {type: INLINE, props: {algorithm-expression: "by_user_${uid % 4 >= 2 ? 1 : 0}"}}
                item_table:
                  type: INLINE
                  props: {allow-range-query-with-inline-sharding: true, algorithm-expression: "item_${uid % 4 >= 2 ? 1 : 0}"}
                table_of_region: {type: INLINE, props: {algorithm-expression: "by_two_${region % 2}"}}
                ds_of_hint: {type: HINT_INLINE, props: {algorithm-expression: "ds_${value % 2}"}}
                table_of_hint: {type: HINT_INLINE, props: {algorithm-expression: "hinted_${value % 2}"}}
            """;

    private Fixture<ShardingDataSource> shards;
    private ShardingDataSource sharded;

    @BeforeEach
    void create() throws Exception {
        shards = Fixture.on(DatabaseKind.H2, "keys").rules(RULES).open(ShardingDataSourceFactory::create);
        sharded = shards.sharded();
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE by_user (uid INT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE item (id INT PRIMARY KEY, uid INT, a INT)");
            statement.execute("CREATE TABLE by_two (uid INT, region INT, a INT)");
            statement.execute("CREATE TABLE hinted (id INT PRIMARY KEY, a INT)");
            statement.execute("INSERT INTO by_user (uid, a) VALUES (0, 0), (1, 1), (2, 2), (3, 3), (4, 4)");
            statement.execute("INSERT INTO item (id, uid, a) VALUES (10, 0, 0), (11, 1, 1), (12, 2, 2), (13, 3, 3)");
            statement.execute("INSERT INTO by_two (uid, region, a) VALUES (0, 0, 0), (0, 1, 1), (1, 0, 2), (1, 1, 3)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        shards.close();
    }

    private ShardingKey key(Object... subkeys) throws SQLException {
        var builder = sharded.createShardingKeyBuilder();
        for (Object subkey : subkeys) {
            builder.subkey(subkey, JDBCType.INTEGER);
        }
        return builder.build();
    }

    private static List<Integer> column(Connection connection, String sql) throws SQLException {
        List<Integer> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getInt(1));
            }
        }
        return values;
    }

    private static int units(Connection connection, String sql) throws SQLException {
        int count = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PREVIEW " + sql)) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    @Test
    void statementsThatDoNotRestrictTheShardingColumnGoWhereTheKeyBelongs() throws SQLException {
        try (Connection connection =
                sharded.createConnectionBuilder().shardingKey(key(2)).build()) {
            assertThat(units(connection, "SELECT a FROM by_user")).isEqualTo(1);
            assertThat(column(connection, "SELECT a FROM by_user WHERE a > 0")).containsExactly(2);
            try (PreparedStatement update = connection.prepareStatement("UPDATE by_user SET a = a + ?")) {
                update.setInt(1, 40);
                assertThat(update.executeUpdate()).isEqualTo(1);
            }
        }
        try (Connection connection = sharded.getConnection()) {
            assertThat(column(connection, "SELECT a FROM by_user ORDER BY uid")).containsExactly(0, 1, 42, 3, 4);
        }
    }

    @Test
    void whatAStatementRestrictsItselfCounts() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setShardingKey(key(2));
            assertThat(column(connection, "SELECT a FROM by_user WHERE uid = 3"))
                    .containsExactly(3);
            assertThat(column(connection, "SELECT a FROM by_user WHERE uid IN (0, 1, 3) ORDER BY uid"))
                    .containsExactly(0, 1, 3);
            assertThat(column(connection, "SELECT a FROM item WHERE uid < 2 ORDER BY uid"))
                    .containsExactly(0, 1);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO by_user (uid, a) VALUES (7, 7)");
            }
            connection.setShardingKey(null);
            assertThat(column(connection, "SELECT COUNT(*) FROM by_user")).containsExactly(6);
            assertThat(column(connection, "SELECT a FROM by_user WHERE uid = 7"))
                    .containsExactly(7);
        }
    }

    @Test
    void aPreparedStatementFollowsTheKeyOfEachExecution() throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT SUM(a) FROM by_user WHERE a < ?")) {
            select.setInt(1, 100);
            int[] expected = {4, 1, 2, 3};
            for (int key = 0; key < 4; key++) {
                connection.setShardingKey(key(key));
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                    assertThat(rows.getInt(1)).isEqualTo(expected[key]);
                }
            }
            connection.setShardingKey(null);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(10);
            }
        }
    }

    @Test
    void joinsThatNothingAlignsAreAnsweredOnTheNodeOfTheKey() throws SQLException {
        String join = "SELECT i.id FROM by_user u JOIN item i ON u.a = i.a";
        try (Connection connection =
                sharded.createConnectionBuilder().shardingKey(key(3)).build()) {
            assertThat(units(connection, join)).isEqualTo(1);
            assertThat(column(connection, join)).containsExactly(13);
        }
    }

    @Test
    void stepsOfAStatementFollowTheKeyAsWell() throws SQLException {
        String subquery = "SELECT id FROM item WHERE a IN (SELECT a FROM by_two WHERE uid = 1) ORDER BY id";
        try (Connection connection = sharded.getConnection()) {
            assertThat(column(connection, subquery)).containsExactly(12, 13);
            connection.setShardingKey(key(3));
            assertThat(column(connection, "SELECT COUNT(*) FROM item u JOIN item v ON u.a = v.a + 2"))
                    .containsExactly(0);
            assertThatThrownBy(() -> column(connection, subquery)).hasMessageContaining("by_two has 2 column(s)");
            connection.setShardingKey(key(3), key(1));
            assertThat(column(connection, "SELECT a FROM by_two WHERE a IN (SELECT a FROM by_two WHERE uid = 0)"))
                    .isEmpty();
        }
    }

    @Test
    void aSuperKeyIsForTheDataSourceAndTheKeyForTheTable() throws SQLException {
        try (Connection connection = sharded.createConnectionBuilder()
                .shardingKey(key(1))
                .superShardingKey(key(0))
                .build()) {
            assertThat(column(connection, "SELECT a FROM by_two")).containsExactly(1);
            connection.setShardingKey(null, key(1));
            assertThat(column(connection, "SELECT a FROM by_two ORDER BY a")).containsExactly(2, 3);
            connection.setShardingKey(key(1, 0));
            assertThat(column(connection, "SELECT a FROM by_two")).containsExactly(2);
            assertThat(column(connection, "SELECT a FROM by_two WHERE uid = 0")).containsExactly(0);
            assertThat(column(connection, "SELECT a FROM by_two WHERE region IN (0, 1) ORDER BY a"))
                    .containsExactly(2, 3);
        }
    }

    @Test
    void tablesOfHintStrategiesAreRoutedByThem() throws SQLException {
        try (Connection connection = sharded.createConnectionBuilder()
                .shardingKey(key(1))
                .superShardingKey(key(0))
                .build()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO hinted (id, a) VALUES (1, 5)");
            }
            assertThat(column(connection, "SELECT a FROM hinted")).containsExactly(5);
            connection.setShardingKey(key(0), key(0));
            assertThat(column(connection, "SELECT a FROM hinted")).isEmpty();
        }
    }

    @Test
    void keysThatDoNotFitAreToldAtTheStatement() throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setShardingKey(key(1));
            assertThatThrownBy(() -> statement.executeQuery("SELECT a FROM by_two"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-1101")
                    .hasMessageContaining(
                            "has 1 value(s), and logic table by_two has 2 column(s) for it [uid, region]");
            connection.setShardingKey(key(1), key(1, 2));
            assertThatThrownBy(() -> statement.executeQuery("SELECT a FROM by_two"))
                    .hasMessageContaining("super sharding key of the connection has 2 value(s)");
            connection.setShardingKey(sharded.createShardingKeyBuilder()
                    .subkey("x", JDBCType.VARCHAR)
                    .build());
            assertThatThrownBy(() -> statement.executeQuery("SELECT a FROM by_user"))
                    .hasMessageStartingWith("SHD-1101")
                    .hasMessageContaining("a String for sharding column uid of logic table by_user");
            assertThat(column(connection, "SELECT 1")).containsExactly(1);
        }
    }

    @Test
    void onlyKeysThatSomeTableTakesAreValid() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            assertThat(connection.setShardingKeyIfValid(key(1, 2, 3), 5)).isFalse();
            assertThat(column(connection, "SELECT COUNT(*) FROM by_user")).containsExactly(5);
            assertThat(connection.setShardingKeyIfValid(key(2), 5)).isTrue();
            assertThat(column(connection, "SELECT COUNT(*) FROM by_user")).containsExactly(1);
            assertThat(connection.setShardingKeyIfValid(key(1), key(0), 5)).isTrue();
            assertThatThrownBy(() -> connection.setShardingKeyIfValid(key(1), -1))
                    .isInstanceOf(SQLException.class);
            assertThat(connection.getMetaData().supportsSharding()).isTrue();
        }
    }

    @Test
    void keysOfOthersAndUsersAreRefused() throws SQLException {
        ShardingKey foreign = new ShardingKey() {};
        try (Connection connection = sharded.getConnection()) {
            assertThatThrownBy(() -> connection.setShardingKey(foreign))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("createShardingKeyBuilder");
        }
        assertThatThrownBy(() -> sharded.createShardingKeyBuilder().build()).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> sharded.createConnectionBuilder().user("sa").build())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("getConnection with a user");
        Connection closed = sharded.getConnection();
        closed.close();
        assertThatThrownBy(() -> closed.setShardingKey(key(1))).isInstanceOf(SQLException.class);
    }
}
