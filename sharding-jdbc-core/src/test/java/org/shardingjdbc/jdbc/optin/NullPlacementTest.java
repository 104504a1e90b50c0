package org.shardingjdbc.jdbc.optin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** NULL in sharding columns that have a place for it: what one database would answer, or a refusal. */
class NullPlacementTest {
    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t: &placed
                    actualDataSources: ds_0,ds_1
                    shardingStrategy:
                      standard:
                        shardingColumn: id
                        shardingAlgorithmName: mod_4
                        nullPlacement: 3
                  c: *placed
                  d:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy:
                      standard:
                        shardingColumn: id
                        shardingAlgorithmName: mod_4
                        nullPlacement: 2
                  v:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy:
                      standard:
                        shardingColumn: code
                        shardingAlgorithmName: hash_4
                        nullPlacement: nobody
                  u:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy:
                      standard:
                        shardingColumn: id
                        shardingAlgorithmName: mod_4
                tables:
                  w:
                    actualDataNodes: ds_${0..1}.w_${0..1}
                    databaseStrategy:
                      standard:
                        shardingColumn: a
                        shardingAlgorithmName: by_a
                        nullPlacement: 1
                    tableStrategy:
                      standard:
                        shardingColumn: b
                        shardingAlgorithmName: mod_2
                        nullPlacement: 0
                bindingTables:
                  - t,c
                shardingAlgorithms:
                  mod_4:
                    type: MOD
                    props:
                      sharding-count: 4
                  mod_2:
                    type: MOD
                    props:
                      sharding-count: 2
                  hash_4:
                    type: HASH_MOD
                    props:
                      sharding-count: 4
                  by_a:
                    type: INLINE
                    props:
                      algorithm-expression: ds_${a % 2}
                      allow-range-query-with-inline-sharding: true
            """;

    private static final List<String> TABLES = List.of(
            "CREATE TABLE t (id INT, a INT)",
            "CREATE TABLE c (id INT, a INT)",
            "CREATE TABLE d (id INT, a INT)",
            "CREATE TABLE v (code VARCHAR(20), a INT)",
            "CREATE TABLE w (a INT, b INT, n INT)",
            "CREATE TABLE u (id INT, a INT)");

    private static final List<String> WRITES = List.of(
            "INSERT INTO t (id, a) VALUES (1, 1), (2, 2), (NULL, 3), (4, 4), (NULL, 5), (7, NULL)",
            "INSERT INTO c (id, a) VALUES (2, 20), (NULL, 30), (7, 70), (8, 80)",
            "INSERT INTO d (id, a) VALUES (1, 3), (NULL, 5), (2, NULL)",
            "INSERT INTO v (code, a) VALUES ('x', 1), (NULL, 2), ('nobody', 3), (NULL, 4)",
            "INSERT INTO w (a, b, n) VALUES (1, 1, 1), (NULL, 1, 2), (2, NULL, 3), (NULL, NULL, 4), (2, 2, 5), (1, NULL, 6)",
            "INSERT INTO t (id, a) SELECT NULL, a + 100 FROM c WHERE a > 20",
            "INSERT INTO c (id, a) SELECT id, a + 1000 FROM t WHERE a < 4",
            "INSERT INTO d (id, a) SELECT id, a + 1000 FROM t WHERE a < 4",
            "INSERT INTO t (id, a) VALUES (NULLIF(4, 4), 44)",
            "UPDATE t SET a = a + 1 WHERE id IS NULL AND a > 100",
            "UPDATE t SET a = a + 1 WHERE id IS NOT NULL",
            "UPDATE t SET a = a + 1 WHERE id IS NULL OR id = 2",
            "UPDATE t SET id = 11 WHERE id IS NULL AND a = 6",
            "UPDATE t SET id = NULL WHERE id = 7",
            "DELETE FROM c WHERE id IS NULL AND a = 1003",
            "DELETE FROM v WHERE code IS NULL AND a = 4",
            "DELETE FROM w WHERE a IS NULL AND b IS NULL",
            "UPDATE w SET n = n + 10 WHERE a IS NULL");

    private static final List<String> QUERIES = List.of(
            "SELECT id, a FROM t",
            "SELECT id, a FROM d",
            "SELECT id, a FROM c",
            "SELECT * FROM w",
            "SELECT a FROM t WHERE id IS NULL",
            "SELECT a FROM t WHERE id IS NULL ORDER BY a DESC LIMIT 2",
            "SELECT a FROM t WHERE id IS NOT NULL",
            "SELECT a FROM t WHERE id = 3",
            "SELECT a FROM t WHERE id IS NULL OR id IN (2, 4)",
            "SELECT a FROM t WHERE NOT (id IS NULL)",
            "SELECT a FROM t WHERE NOT (id IS NOT NULL)",
            "SELECT a FROM t WHERE (id IS NULL) = (a > 4)",
            "SELECT a FROM t WHERE id IS NULL AND a IS NULL",
            "SELECT a FROM t WHERE id <> 2",
            "SELECT a FROM t WHERE COALESCE(id, 0) = 0",
            "SELECT id, COUNT(*), SUM(a) FROM t GROUP BY id",
            "SELECT id, COUNT(*) FROM t GROUP BY id HAVING COUNT(*) > 1",
            "SELECT DISTINCT id FROM t",
            "SELECT COUNT(DISTINCT id), COUNT(id), COUNT(*) FROM t",
            "SELECT id FROM t UNION SELECT id FROM c",
            "SELECT id FROM t UNION SELECT id FROM d",
            "SELECT id FROM t UNION ALL SELECT id FROM c WHERE id IS NULL",
            "SELECT t.a, c.a FROM t JOIN c ON t.id = c.id",
            "SELECT t.a, c.a FROM t LEFT JOIN c ON t.id = c.id",
            "SELECT t.a FROM t LEFT JOIN c ON t.id = c.id WHERE c.id IS NULL",
            "SELECT t.a, c.a FROM t LEFT JOIN c ON t.id = c.id AND c.id IS NULL",
            "SELECT t.a, c.a FROM t LEFT JOIN c ON t.id = c.id AND t.id IS NULL WHERE t.a < 5",
            "SELECT t.a, c.a FROM t LEFT JOIN c ON t.id = c.id WHERE t.id IS NULL",
            "SELECT t.a, c.a FROM c RIGHT JOIN t ON t.id = c.id WHERE c.id IS NULL",
            "SELECT t.a, d.a FROM t LEFT JOIN d ON t.id = d.id WHERE d.id IS NULL",
            "SELECT c.id, COUNT(*) FROM t LEFT JOIN c ON t.id = c.id GROUP BY c.id",
            "SELECT a FROM t WHERE id IN (SELECT id FROM c)",
            "SELECT a FROM t WHERE id NOT IN (SELECT id FROM c)",
            "SELECT a FROM t WHERE id NOT IN (SELECT id FROM c WHERE id IS NOT NULL)",
            "SELECT a FROM t WHERE id NOT IN (SELECT id FROM c WHERE id > 100)",
            "SELECT a FROM t WHERE id NOT IN (SELECT id FROM c WHERE id = 2)",
            "SELECT a FROM t WHERE (id, a) NOT IN (SELECT id, a FROM c WHERE id = 2)",
            "SELECT a FROM t WHERE id <> ALL (SELECT id FROM c WHERE id = 8)",
            "SELECT a FROM t WHERE (id IN (SELECT id FROM c WHERE id = 8)) IS NULL",
            "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM c WHERE c.id = t.id)",
            "SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM c WHERE c.id = t.id)",
            "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM c WHERE c.id IS NULL AND t.id IS NULL)",
            "SELECT a, (SELECT COUNT(*) FROM c WHERE c.id = t.id) FROM t",
            "SELECT x.id, x.n FROM (SELECT id, COUNT(*) n FROM t GROUP BY id) x WHERE x.id IS NULL",
            "SELECT x.id FROM (SELECT c.id FROM t LEFT JOIN c ON t.id = c.id) x WHERE x.id IS NULL",
            "SELECT code, a FROM v",
            "SELECT a FROM v WHERE code IS NULL",
            "SELECT a FROM v WHERE code = 'nobody'",
            "SELECT code, COUNT(*) FROM v GROUP BY code",
            "SELECT n FROM w WHERE a IS NULL",
            "SELECT n FROM w WHERE b IS NULL",
            "SELECT n FROM w WHERE a = 2",
            "SELECT n FROM w WHERE a = 2 AND b IS NULL",
            "SELECT n FROM w WHERE a IS NULL AND b = 1",
            "SELECT a, b, COUNT(*) FROM w GROUP BY a, b",
            "SELECT x.n, y.n FROM w x JOIN w y ON x.a = y.a AND x.b = y.b",
            "SELECT MAX(a) OVER (PARTITION BY id) FROM t");

    /** What compares NULLs as if they were values, as H2 and PostgreSQL write it; see {@link #inDialect}. */
    private static final List<String> NULL_SAFE = List.of(
            "SELECT a FROM t WHERE id IS NOT DISTINCT FROM NULL",
            "SELECT a FROM t WHERE id IS NOT DISTINCT FROM 2",
            "SELECT a FROM t WHERE NOT (id IS NOT DISTINCT FROM 2)",
            "SELECT a FROM t WHERE NOT (id IS NOT DISTINCT FROM NULL)",
            "SELECT n FROM w WHERE a IS NOT DISTINCT FROM NULL AND b IS NOT DISTINCT FROM 1",
            "SELECT t.a, c.a FROM t JOIN c ON t.id IS NOT DISTINCT FROM c.id",
            "SELECT t.a, c.a FROM t LEFT JOIN c ON t.id IS NOT DISTINCT FROM c.id",
            "SELECT t.a, d.a FROM t JOIN d ON t.id IS NOT DISTINCT FROM d.id",
            "SELECT t.a FROM t LEFT JOIN d ON t.id IS NOT DISTINCT FROM d.id WHERE d.a IS NULL",
            "SELECT t.a FROM t JOIN c ON t.id IS NOT DISTINCT FROM c.id AND t.id IS NULL",
            "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM c WHERE c.id IS NOT DISTINCT FROM t.id)",
            "SELECT a, (SELECT COUNT(*) FROM c WHERE c.id IS NOT DISTINCT FROM t.id) FROM t");

    private static String inDialect(DatabaseKind kind, String sql) {
        boolean mySql = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
        return mySql ? sql.replace("IS NOT DISTINCT FROM", "<=>") : sql;
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(rows.getString(i)).append(' ');
                }
                all.add(row.toString());
            }
        }
        Collections.sort(all);
        return all;
    }

    private static int written(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void nullIsAnsweredAsByOneDatabase(DatabaseKind kind) throws SQLException, IOException {
        List<String> refused = new ArrayList<>();
        try (Fixture<ShardingDataSource> shards =
                        Fixture.on(kind, "null_places").rules(RULES).open(ShardingDataSourceFactory::create);
                Connection sharded = shards.sharded().getConnection();
                Connection plain = shards.plain().getConnection()) {
            for (String sql : TABLES) {
                written(sharded, sql);
                written(plain, sql);
            }
            for (String sql : WRITES) {
                try {
                    int count = written(sharded, sql);
                    assertThat(count).as(sql).isEqualTo(written(plain, sql));
                } catch (SQLException e) {
                    assertThat(e.getMessage()).startsWith("SHD-");
                    refused.add(sql + ": " + e.getMessage());
                }
            }
            batch(sharded);
            batch(plain);
            for (String sql : QUERIES) {
                assertThat(rows(sharded, sql)).as(sql).isEqualTo(rows(plain, sql));
            }
            for (String written : NULL_SAFE) {
                String sql = inDialect(kind, written);
                assertThat(rows(sharded, sql)).as(sql).isEqualTo(rows(plain, sql));
            }
            comparesParameters(kind, sharded, plain);
            assertThat(rows(sharded, "PREVIEW SELECT a FROM t WHERE id IS NULL"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("t_3");
            // what moves rows finds them by their sharding values, which NULL is none of
            assertThat(refused).hasSizeLessThanOrEqualTo(1);
            assertThatThrownBy(() -> written(sharded, "INSERT INTO u (id, a) VALUES (NULL, 1)"))
                    .hasMessageContaining("nullPlacement");
            assertThatThrownBy(() -> written(sharded, "INSERT INTO u (id, a) SELECT id, a FROM t"))
                    .hasMessageContaining("nullPlacement");
        }
    }

    private static void comparesParameters(DatabaseKind kind, Connection sharded, Connection plain)
            throws SQLException {
        String sql = inDialect(kind, "SELECT a FROM t WHERE id IS NOT DISTINCT FROM CAST(? AS DECIMAL(9)) ORDER BY a");
        for (Integer id : new Integer[] {null, 2, 100}) {
            List<List<Integer>> both = new ArrayList<>();
            for (Connection connection : List.of(sharded, plain)) {
                try (PreparedStatement query = connection.prepareStatement(sql)) {
                    query.setObject(1, id, java.sql.Types.INTEGER);
                    List<Integer> all = new ArrayList<>();
                    try (ResultSet rows = query.executeQuery()) {
                        while (rows.next()) {
                            all.add(rows.getInt(1));
                        }
                    }
                    both.add(all);
                }
            }
            assertThat(both.get(0)).as(sql + " with " + id).isEqualTo(both.get(1));
        }
    }

    private static void batch(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, a) VALUES (?, ?)")) {
            for (int i = 0; i < 6; i++) {
                insert.setObject(1, i % 2 == 0 ? null : i, java.sql.Types.INTEGER);
                insert.setInt(2, 500 + i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
