package org.shardingjdbc.jdbc.order;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Sort keys and groups that are computed of parameters: the type of the key is that of the operation, also where it
 * would be none beside a constant NULL.
 */
class ParameterOrdersTest {
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void typesOfKeysAreThoseOfTheirOperations(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = FourNodes.open(TestServer.of(kind), "computed", List.of())) {
            PlainAndSharded both = shards.both();
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY, g INT)");
            agree(both);
            for (int id = 0; id < 12; id++) {
                both.setUp("INSERT INTO t (id, g) VALUES (" + id + ", " + (id % 4 == 3 ? "NULL" : id % 4) + ")");
            }
            agree(both);
        }
    }

    private static void agree(PlainAndSharded both) throws Exception {
        for (String key : List.of(
                "CASE WHEN MOD(id, 2) = 0 THEN (g = ?) ELSE (g > ?) END",
                "COALESCE(g = ?, id < ?)",
                "NULLIF(g = ?, id = ?)",
                "CASE WHEN id > 5 THEN g + ? ELSE g - ? END",
                "(g = ? OR id = ?)",
                "(g BETWEEN ? AND ?)",
                "(g IN (?, ?))")) {
            both.query("SELECT " + key + " AS c, id FROM t ORDER BY c, id", 1, 2)
                    .ordered()
                    .agree();
            both.query("SELECT DISTINCT " + key + " AS c FROM t", 1, 2).bag().agree();
            both.query("SELECT c, COUNT(*) AS n FROM (SELECT " + key + " AS c FROM t) x GROUP BY c ORDER BY c", 1, 2)
                    .ordered()
                    .agree();
        }
    }
}
