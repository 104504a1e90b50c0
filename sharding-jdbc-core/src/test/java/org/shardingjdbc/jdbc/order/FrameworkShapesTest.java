package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Statements of the shapes that Hibernate, jOOQ, MyBatis-Plus and others make of pages, windows, groups and updates:
 * each answers as one plain database does, or is refused where that answers.
 */
class FrameworkShapesTest {
    /** With an order that leaves no ties, or one row. */
    private static final List<String> QUERIES = List.of(
            // pages
            "SELECT id, g FROM t ORDER BY g DESC, id OFFSET ? ROWS FETCH NEXT ? ROWS ONLY",
            "SELECT id, g FROM t ORDER BY g DESC, id LIMIT ? OFFSET ?",
            "SELECT * FROM (SELECT id, g, ROW_NUMBER() OVER (ORDER BY g DESC, id) AS rn FROM t) x WHERE rn BETWEEN ? AND ? ORDER BY rn",
            "SELECT * FROM (SELECT id, g FROM t ORDER BY g, id DESC LIMIT 7) x WHERE g > ? AND id <> ? ORDER BY id",
            "SELECT COUNT(*) FROM (SELECT DISTINCT g, name FROM t) total",
            "SELECT COUNT(*) FROM (SELECT id FROM t ORDER BY g, id LIMIT 5) total",
            "SELECT DISTINCT g FROM t ORDER BY g DESC LIMIT 2",
            "SELECT DISTINCT g + 1 AS h FROM t ORDER BY g + 1",
            "SELECT DISTINCT g, -g AS h FROM t ORDER BY h, g",
            "SELECT DISTINCT UPPER(name) AS u FROM t ORDER BY u",
            "SELECT DISTINCT ABS(g - 2) AS d FROM t ORDER BY 1 DESC LIMIT 2 OFFSET 1",
            // order
            "SELECT id FROM t ORDER BY a NULLS FIRST, id",
            "SELECT id FROM t ORDER BY a DESC NULLS LAST, id DESC",
            "SELECT id FROM t ORDER BY a DESC NULLS FIRST, id LIMIT 4",
            "SELECT id FROM t ORDER BY CASE WHEN a IS NULL THEN 1 ELSE 0 END, a, id LIMIT 9",
            "SELECT id, COALESCE(a, 0) AS c FROM t ORDER BY c DESC, id LIMIT 5",
            "SELECT id AS g, g AS id FROM t ORDER BY id, g",
            "SELECT id AS g FROM t ORDER BY t.g, id",
            "SELECT -id AS id FROM t ORDER BY id",
            "SELECT id + 0 AS x, -id AS id FROM t ORDER BY id + 1",
            // windows
            "SELECT id, ROW_NUMBER() OVER (PARTITION BY g ORDER BY id) FROM t ORDER BY id",
            "SELECT id, SUM(a) OVER (PARTITION BY id) FROM t ORDER BY id",
            "SELECT id, SUM(a) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t ORDER BY id",
            "SELECT g, SUM(SUM(a)) OVER (ORDER BY g) FROM t GROUP BY g ORDER BY g",
            "SELECT g, RANK() OVER (ORDER BY COUNT(*) DESC, g) FROM t GROUP BY g ORDER BY g",
            "SELECT id, LAG(a, 1, 0) OVER w FROM t WINDOW w AS (ORDER BY id) ORDER BY id",
            "SELECT id, COUNT(*) OVER () AS total FROM t ORDER BY id LIMIT 3",
            "SELECT DISTINCT g, COUNT(*) OVER (PARTITION BY g) AS n FROM t ORDER BY g",
            "SELECT id, MAX(a) OVER (PARTITION BY id % 2) FROM t ORDER BY id",
            // groups
            "SELECT g, name, COUNT(*) FROM t GROUP BY GROUPING SETS ((g), (name), ()) ORDER BY 1, 2, 3",
            "SELECT g, COUNT(*) FROM t GROUP BY ROLLUP (g) ORDER BY 2, 1",
            "SELECT g, COUNT(*) FROM t GROUP BY g WITH ROLLUP",
            "SELECT g, COUNT(*) FILTER (WHERE a > 1) FROM t GROUP BY g ORDER BY g",
            "SELECT g, SUM(CASE WHEN a > 1 THEN 1 ELSE 0 END) FROM t GROUP BY g ORDER BY g",
            "SELECT g % 2, AVG(a), MAX(name) FROM t GROUP BY g % 2 ORDER BY g % 2",
            "SELECT g AS id, COUNT(*) FROM t GROUP BY g ORDER BY id",
            "SELECT g, MIN(id) AS id FROM t GROUP BY g HAVING COUNT(DISTINCT name) > 1 ORDER BY id",
            "SELECT COUNT(DISTINCT g), COUNT(DISTINCT name), SUM(DISTINCT g) FROM t",
            "SELECT g, COUNT(*) AS n FROM t GROUP BY g HAVING COUNT(*) > (SELECT COUNT(*) / 4 FROM t) ORDER BY g",
            "SELECT MAX(n) FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) x",
            "SELECT g, STDDEV_POP(id) > 1 FROM t GROUP BY g ORDER BY g",
            "SELECT DISTINCT COUNT(*) FROM t GROUP BY g ORDER BY 1",
            "SELECT COUNT(*) FROM t WHERE id < 0 GROUP BY g",
            "SELECT COUNT(*), SUM(a), MAX(id) FROM t WHERE id < 0",
            "SELECT g FROM t GROUP BY g ORDER BY MAX(id) DESC, g LIMIT 2",
            "SELECT 1 FROM t HAVING COUNT(*) > 3",
            // subqueries, common tables, joins
            "SELECT id FROM t o WHERE a = (SELECT MAX(i.a) FROM t i WHERE i.g = o.g) ORDER BY id",
            "SELECT id FROM t o WHERE EXISTS (SELECT 1 FROM t i WHERE i.id = o.id AND i.g > 1) ORDER BY id",
            "SELECT id, (SELECT COUNT(*) FROM t i WHERE i.g = o.g AND i.id < o.id) AS n FROM t o ORDER BY id",
            "SELECT id FROM t WHERE g NOT IN (SELECT g FROM t WHERE a IS NULL) ORDER BY id",
            "SELECT id FROM t WHERE (g, name) IN (SELECT g, name FROM t WHERE id IN (1, 2)) ORDER BY id",
            "SELECT id FROM t WHERE a > ALL (SELECT a FROM t WHERE g = 1 AND a IS NOT NULL) ORDER BY id",
            "WITH x AS (SELECT g, COUNT(*) AS n FROM t GROUP BY g) SELECT a.g, b.n FROM x a JOIN x b ON a.g = b.g ORDER BY 1",
            "WITH x AS (SELECT id, g FROM t WHERE a > 1) SELECT COUNT(*) FROM x a LEFT JOIN x b ON a.id = b.id AND b.g > 1",
            "WITH x AS (SELECT id FROM t ORDER BY id LIMIT 3), y AS (SELECT id FROM x WHERE id > 1) SELECT * FROM y ORDER BY id",
            "SELECT o.id, l.m FROM t o CROSS JOIN LATERAL (SELECT MAX(i.id) AS m FROM t i WHERE i.g = o.g) l ORDER BY o.id",
            "SELECT o.id, l.g FROM t o LEFT JOIN LATERAL (SELECT i.g FROM t i WHERE i.id = o.id LIMIT 1) l ON TRUE ORDER BY o.id",
            "SELECT o.id, i.id FROM t o LEFT JOIN t i ON i.id = o.id AND i.g = 1 ORDER BY o.id",
            "SELECT o.id, i.id FROM t o LEFT JOIN t i ON i.g = o.g AND i.id < o.id WHERE i.id IS NULL ORDER BY o.id",
            "SELECT COUNT(*) FROM t o FULL JOIN t i ON o.id = i.id + 1",
            // set operations
            "SELECT g FROM t UNION SELECT id FROM t WHERE id < 5 ORDER BY 1",
            "(SELECT id FROM t ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM t ORDER BY id DESC LIMIT 2) ORDER BY 1",
            "SELECT g FROM t EXCEPT SELECT g FROM t WHERE a IS NULL ORDER BY 1",
            "SELECT id FROM t INTERSECT SELECT id FROM t WHERE g = 1 ORDER BY 1",
            "SELECT COUNT(*) FROM (SELECT g FROM t UNION SELECT g FROM t) u");

    /** What they change is compared row by row. */
    private static final List<String> WRITES = List.of(
            "UPDATE t SET a = s.m FROM (SELECT g, MAX(a) AS m FROM t GROUP BY g) s WHERE s.g = t.g AND t.id > 3",
            "UPDATE t SET a = (SELECT MAX(i.a) FROM t i WHERE i.g = t.g) WHERE a IS NULL",
            "UPDATE t SET a = a + 1 WHERE id IN (SELECT x.id FROM (SELECT id FROM t ORDER BY a, id LIMIT 3) x)",
            "UPDATE t o JOIN t i ON i.id = o.id SET o.a = i.g WHERE i.g = 2",
            "DELETE FROM t WHERE id IN (SELECT MAX(id) FROM (SELECT id, g FROM t) x GROUP BY g)",
            "DELETE FROM t USING t i WHERE i.g = t.g AND i.id < t.id AND t.g = 0",
            "INSERT INTO t (id, g, a, name) SELECT id + 100, g, a, name FROM t WHERE g = 1",
            "INSERT INTO t (id, g, a, name) SELECT id, g, a, name FROM t ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.g + t.id",
            "INSERT INTO t (id, g) SELECT id + 7, g FROM t ON CONFLICT DO NOTHING",
            "INSERT INTO t (id, g, a, name) SELECT id + 5, g, 9, name FROM t AS s ON DUPLICATE KEY UPDATE a = VALUES(a)",
            "INSERT INTO t (id, g) SELECT MAX(id) + 1, MIN(g) FROM t",
            "DELETE FROM t WHERE g = 3 ORDER BY id LIMIT 1");

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void answerAsOneDatabase(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = FourNodes.open(TestServer.of(kind), "shapes", List.of())) {
            PlainAndSharded both = shards.both();
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY, g INT, a DECIMAL(10,2), name VARCHAR(20))");
            for (int id = 0; id < 20; id++) {
                String a = id % 7 == 0 ? "NULL" : String.valueOf(id * 5 % 11);
                both.setUp("INSERT INTO t VALUES (" + id + ", " + id / 3 % 4 + ", " + a + ", 'n" + id % 3 + "')");
            }
            List<String> differences = new ArrayList<>();
            int answered = 0;
            for (String sql : QUERIES) {
                String plain = rows(both.plain(), sql);
                String sharded = rows(both.sharded(), sql);
                if (!plain.equals(sharded) && !sharded.equals("refused")) {
                    differences.add(sql + ": " + plain + ", not " + sharded);
                }
                answered += plain.startsWith("rows") && sharded.startsWith("rows") ? 1 : 0;
            }
            for (String sql : WRITES) {
                String sharded = written(both.sharded(), sql);
                String plain = written(both.plain(), sql);
                // steps need less of a database than the statement does
                if (!plain.equals(sharded) && !sharded.equals("refused") && !plain.equals("failed")) {
                    differences.add(sql + ": " + plain + ", not " + sharded);
                }
            }
            assertThat(differences).as(kind.title()).isEmpty();
            assertThat(answered).isGreaterThan(QUERIES.size() / 2);
        }
    }

    private static String rows(Connection connection, String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < sql.chars().filter(c -> c == '?').count(); i++) {
                statement.setInt(i + 1, 2 + 3 * i);
            }
            return rows(statement, sql.contains("ORDER BY") && !sql.contains("ROLLUP"));
        } catch (SQLException e) {
            return failure(e);
        }
    }

    private static String rows(PreparedStatement statement, boolean ordered) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
                    row.add(found.getString(column));
                }
                rows.add(row.toString());
            }
        }
        if (!ordered) {
            rows.sort(null);
        }
        return "rows " + rows;
    }

    /** What it changes, which is taken back; the count is one of the rows. */
    private static String written(Connection connection, String sql) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int count = statement.executeUpdate();
            return count + " " + rows(connection, "SELECT id, g, a, name FROM t ORDER BY id");
        } catch (SQLException e) {
            return failure(e);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private static String failure(SQLException e) {
        return e.getErrorCode() >= 2000 && "HYC00".equals(e.getSQLState()) ? "refused" : "failed";
    }
}
