package org.shardingjdbc.jdbc.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Issue 9, number 36: CREATE TABLE ... AS SELECT into sharded, broadcast and single tables. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class CopiedTablesTest {
    @Parameter
    private DatabaseKind kind;

    private Fixture<ShardingDataSource> shards;
    private PlainAndSharded both;

    @BeforeEach
    void open() throws SQLException, IOException {
        shards = DefinitionShards.create(kind, "copies");
        both = shards.both();
        both.setUp(
                "CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), n DECIMAL(10, 2))",
                "CREATE TABLE w (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE bd (id INT PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE s (id INT PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE o (id INT PRIMARY KEY, name VARCHAR(20))",
                "INSERT INTO t VALUES (1, 10, 'x', 1.5), (2, 20, 'y', 2), (3, 10, NULL, 3), (4, NULL, 'x', 4.25)",
                "INSERT INTO w VALUES (1, 7), (2, 8)",
                "INSERT INTO bd VALUES (1, 'ten'), (2, 'twenty')",
                "INSERT INTO s VALUES (1, 's1'), (2, 's2')",
                "INSERT INTO o VALUES (1, 'o1')");
    }

    @AfterEach
    void close() throws SQLException {
        both.close();
        shards.close();
    }

    private int count(int dataSource, String table) throws SQLException {
        try (Connection connection = shards.raw(dataSource).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void shardedRowsIntoShardedTables() throws SQLException {
        both.update("CREATE TABLE c AS SELECT * FROM t").agree();
        both.query("SELECT * FROM c").agree();
        both.query("SELECT id, a FROM c WHERE id = 3").agree();
        assertThat(count(0, "c_0")).isEqualTo(1);
        both.setUp("CREATE TABLE dated AS SELECT id, TIMESTAMP '2024-01-15 10:30:00' AS c2 FROM t ORDER BY id LIMIT 1");
        both.query("SELECT * FROM dated").agree();
        both.setUp("DROP TABLE dated");
        both.update("CREATE TABLE d AS SELECT id * 10 AS id, n + 1 AS more FROM t WHERE a > 5 ORDER BY id LIMIT 2")
                .agree();
        both.query("SELECT * FROM d").agree();
        // not every data source of u has something of w
        both.update("CREATE TABLE u AS (SELECT t.id, w.a FROM t JOIN w ON t.id = w.id)")
                .isRefused("SHD-2206");
    }

    @Test
    void otherTablesIntoShardedOnes() {
        both.update("CREATE TABLE c AS SELECT id, name FROM bd").agree();
        both.query("SELECT * FROM c").agree();
        both.update("CREATE TABLE d AS SELECT 5 AS id, 'five' AS name").agree();
        both.query("SELECT * FROM d").agree();
        both.update("CREATE TABLE u AS SELECT id, name FROM s").isRefused("SHD-2206");
    }

    @Test
    void shardedRowsIntoOtherTables() throws SQLException {
        both.update("CREATE TABLE s2 AS SELECT a, COUNT(*) AS n FROM t GROUP BY a")
                .agree();
        both.query("SELECT * FROM s2").agree();
        both.update("CREATE TABLE unruled AS SELECT id, b FROM t WHERE id > 1").agree();
        both.query("SELECT * FROM unruled").agree();
        both.update("CREATE TABLE bc AS SELECT id, b FROM t").agree();
        both.query("SELECT * FROM bc").agree();
        assertThat(count(0, "bc")).isEqualTo(4);
        assertThat(count(1, "bc")).isEqualTo(4);
        both.update("CREATE TABLE unruled2 AS SELECT a FROM w").isRefused("SHD-2206");
    }

    /** H2 has no such statement. */
    @Test
    void tablesLikeOthers() throws SQLException {
        if (kind == DatabaseKind.H2) {
            return;
        }
        // w has other data nodes than t, and unruled and bc are no sharded tables
        for (String name : new String[] {"d", "unruled", "bc", "s2"}) {
            both.update("CREATE TABLE " + name + like("t")).agree();
            both.update("INSERT INTO " + name + " VALUES (1, 1, 'x', 2), (2, 2, 'y', 3), (7, 7, 'z', 4)")
                    .agree();
            both.query("SELECT * FROM " + name).agree();
        }
        both.setUp("DROP TABLE w");
        both.update("CREATE TABLE w" + like("t")).agree();
        both.update("INSERT INTO w SELECT * FROM t").agree();
        both.query("SELECT * FROM w").agree();
        both.setUp("DROP TABLE w");
        both.update("CREATE TABLE w" + like("bd")).agree();
        both.setUp("DROP TABLE unruled");
        both.update("CREATE TABLE unruled" + like("s")).agree();
        // not everywhere where it will be
        both.update("CREATE TABLE u" + like("s")).isRefused("SHD-4113");
        both.setUp("DROP TABLE unruled");
        both.update("CREATE TABLE unruled" + like("w")).isRefused("SHD-4113");
    }

    private String like(String pattern) {
        return kind == DatabaseKind.POSTGRESQL ? " (LIKE " + pattern + " INCLUDING ALL)" : " LIKE " + pattern;
    }

    @Test
    void ofViews() {
        both.setUp("CREATE VIEW v AS SELECT id, a FROM t WHERE a > 5");
        both.update("CREATE TABLE c AS SELECT * FROM v").agree();
        both.query("SELECT * FROM c").agree();
    }

    @Test
    void nothingIsLeftOfWhatFails() {
        both.update("CREATE TABLE c AS SELECT nothing FROM t").bothFail();
        both.query("SELECT * FROM c").bothFail();
        both.update("CREATE TABLE c AS SELECT id, a / 0 AS x FROM t").sameOutcome();
        both.setUp("CREATE TABLE IF NOT EXISTS d (id INT PRIMARY KEY)");
        both.update("CREATE TABLE d AS SELECT id FROM t").bothFail();
        both.query("SELECT * FROM d").agree();
        if (kind != DatabaseKind.H2) {
            both.update("CREATE TABLE IF NOT EXISTS d AS SELECT id FROM t").sameOutcome();
            both.query("SELECT * FROM d").agree();
        }
    }

    @Test
    void columnsOfTheStatement() {
        if (kind == DatabaseKind.POSTGRESQL) {
            both.update("CREATE TABLE c (id, other) AS SELECT id, a FROM t").agree();
            both.update("CREATE TABLE d AS SELECT id, a FROM t WITH NO DATA").agree();
            both.query("SELECT * FROM d").agree();
        } else if (kind == DatabaseKind.H2) {
            both.update("CREATE TABLE c (id BIGINT PRIMARY KEY, other VARCHAR(9)) AS SELECT id, a FROM t")
                    .agree();
        } else {
            both.update("CREATE TABLE c (id BIGINT PRIMARY KEY, other VARCHAR(9)) SELECT id, a FROM t")
                    .agree();
        }
        both.query("SELECT * FROM c").agree();
    }
}
