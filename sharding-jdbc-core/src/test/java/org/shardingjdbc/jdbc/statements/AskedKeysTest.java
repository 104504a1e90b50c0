package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Where the database would make a value for a column, the generator does: each data node by itself would make it twice.
 */
@ParameterizedClass
@EnumSource(names = {"MARIADB", "MYSQL"})
class AskedKeysTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: ds_of_uid}}
                  tableStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: t_of_uid}}
                  keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
                by_id:
                  actualDataNodes: ds_${0..1}.by_id_${0..1}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: ds_of_id}}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id_of_id}}
                  keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
              shardingAlgorithms:
                ds_of_uid: {type: INLINE, props: {algorithm-expression: "ds_${uid % 2}"}}
                t_of_uid: {type: INLINE, props: {algorithm-expression: "t_${uid % 4 >= 2 ? 1 : 0}"}}
                ds_of_id: {type: INLINE, props: {algorithm-expression: "ds_${id % 2}"}}
                by_id_of_id: {type: INLINE, props: {algorithm-expression: "by_id_${id % 4 >= 2 ? 1 : 0}"}}
              keyGenerators:
                snowflake: {type: SNOWFLAKE, props: {worker-id: 5, max-vibration-offset: 3}}
            """;

    private static Fixture<ShardingDataSource> shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws Exception {
        shards = Fixture.on(kind, "asked_keys").rules(RULES).open(ShardingDataSourceFactory::create);
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id BIGINT AUTO_INCREMENT PRIMARY KEY, uid INT, name VARCHAR(20))");
            statement.execute("CREATE TABLE by_id (id BIGINT AUTO_INCREMENT PRIMARY KEY, uid INT)");
        }
    }

    @AfterParameterizedClassInvocation
    static void close() throws Exception {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t");
            statement.executeUpdate("DELETE FROM by_id");
        }
    }

    private static List<Long> ids(String table) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM " + table + " ORDER BY uid, id")) {
            return longs(rows);
        }
    }

    private static List<Long> longs(ResultSet rows) throws SQLException {
        List<Long> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getLong(1));
        }
        return values;
    }

    /** Keys of the generator are greater than any that a table of some rows counts up to. */
    private static void assertMade(List<Long> keys, int count) {
        assertThat(keys).hasSize(count).doesNotHaveDuplicates().allMatch(key -> key > 1_000_000);
    }

    @Test
    void literalsAskForKeys() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (int uid = 0; uid < 8; uid++) {
                statement.executeUpdate("INSERT INTO t (id, uid) VALUES (NULL, " + uid + ")");
                statement.executeUpdate("INSERT INTO t (id, uid) VALUES (0, " + uid + ")");
                statement.executeUpdate("INSERT INTO t SET id = NULL, uid = " + uid);
                statement.executeUpdate("INSERT INTO t VALUES (NULL, " + uid + ", 'a'), (DEFAULT, " + uid + ", 'b')");
                statement.executeUpdate("INSERT INTO t (id, uid) VALUES (CAST(NULL AS SIGNED), " + uid + ")");
                statement.executeUpdate("REPLACE INTO by_id (id, uid) VALUES (NULL, " + uid + ")");
            }
        }
        assertMade(ids("t"), 48);
        assertMade(ids("by_id"), 8);
    }

    @Test
    void parametersAskForKeysWhicheverSetterGivesThem() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, uid) VALUES (?, ?)")) {
            for (int uid = 0; uid < 4; uid++) {
                insert.setInt(2, uid);
                insert.setObject(1, null);
                insert.executeUpdate();
                insert.setNull(1, Types.BIGINT);
                insert.executeUpdate();
                insert.setLong(1, 0);
                insert.executeUpdate();
                insert.setString(1, "0");
                insert.executeUpdate();
            }
            assertMade(ids("t"), 16);
            insert.setLong(1, 77);
            insert.executeUpdate();
        }
        assertThat(ids("t")).hasSize(17).contains(77L);
    }

    @Test
    void batchesAskForKeysAndTellThem() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t (id, uid) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int uid = 0; uid < 8; uid++) {
                insert.setObject(1, uid == 5 ? 4711 : null);
                insert.setInt(2, uid);
                insert.addBatch();
            }
            insert.executeBatch();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(longs(keys))
                        .isEqualTo(ids("t"))
                        .doesNotHaveDuplicates()
                        .contains(4711L);
            }
        }
    }

    @Test
    void theKeysAreTold() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t (id, uid) VALUES (?, 0), (DEFAULT, 1), (?, 2), (NULL, 3)",
                        Statement.RETURN_GENERATED_KEYS)) {
            insert.setNull(1, Types.BIGINT);
            insert.setLong(2, 0);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(longs(keys)).isEqualTo(ids("t"));
            }
        }
        assertMade(ids("t"), 4);
    }

    @Test
    void aKeyThatIsAskedForDecidesTheDataNode() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO by_id (id, uid) VALUES (?, ?)");
                PreparedStatement find = connection.prepareStatement("SELECT uid FROM by_id WHERE id = ?");
                Statement statement = connection.createStatement()) {
            for (int uid = 0; uid < 8; uid++) {
                insert.setNull(1, Types.BIGINT);
                insert.setInt(2, uid);
                insert.executeUpdate();
                statement.executeUpdate("INSERT INTO by_id (id, uid) VALUES (NULL, 50), (0, 51)");
            }
            List<Long> ids = ids("by_id");
            assertMade(ids, 24);
            for (Long id : ids) {
                find.setLong(1, id);
                try (ResultSet rows = find.executeQuery()) {
                    assertThat(rows.next())
                            .as("id %s is found where it belongs", id)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void rowsOfAQueryAskForKeys() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (int uid = 0; uid < 8; uid++) {
                statement.executeUpdate("INSERT INTO t (id, uid) VALUES (" + (uid + 1) + ", " + uid + ")");
            }
            statement.executeUpdate("INSERT INTO t (id, uid, name) SELECT NULL, uid, 'copy' FROM t");
            statement.executeUpdate(
                    "INSERT INTO t (id, uid, name) SELECT NULLIF(id, id), uid, 'again' FROM t WHERE name IS NULL");
            try (ResultSet rows = statement.executeQuery("SELECT id FROM t WHERE name IS NOT NULL")) {
                assertMade(longs(rows), 16);
            }
        }
    }

    @Test
    void whatOnlyTheDatabaseKnowsAsksForAKeyThere() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t (id, uid) VALUES (COALESCE(?, NULL), ?)")) {
            for (int uid = 0; uid < 8; uid++) {
                insert.setNull(1, Types.BIGINT);
                insert.setInt(2, uid);
                insert.executeUpdate();
            }
            assertMade(ids("t"), 8);
            insert.setLong(1, 12);
            insert.executeUpdate();
        }
        assertThat(ids("t")).contains(12L);
    }

    @Test
    void zeroIsNoQuestionWhereTheSessionHasSetWhatItMeans() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, uid) VALUES (?, 1)")) {
            statement.execute("SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO,STRICT_TRANS_TABLES'");
            insert.setLong(1, 0);
            assertThatThrownBy(insert::executeUpdate)
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-4135")
                    .hasMessageContaining("column id");
            insert.setLong(1, 9);
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
        assertThat(ids("t")).containsExactly(9L);
    }
}
