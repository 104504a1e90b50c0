package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Columns that {@code *} does not show and INSERT without a column list does not fill, one of them before the sharding
 * column. PostgreSQL has none, MySQL none before 8.0.23.
 */
class InvisibleColumnsTest {
    private static final List<String> WRITES = List.of(
            "INSERT INTO t VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30), (4, 'd', 40)",
            "UPDATE t SET secret = id * 100",
            "INSERT INTO t (secret, id, note, amount) VALUES (500, 5, 'e', 50)",
            "INSERT INTO t SELECT id + 5, note, amount FROM t WHERE id < 4",
            "INSERT INTO u SELECT * FROM t WHERE secret IS NOT NULL",
            "UPDATE t SET id = 11 WHERE id = 4",
            "DELETE FROM t WHERE secret = 300");
    private static final List<String> QUERIES = List.of(
            "SELECT * FROM t ORDER BY id",
            "SELECT t.*, secret FROM t ORDER BY id",
            "SELECT * FROM t ORDER BY secret, id",
            "SELECT id, secret FROM t WHERE secret > 100 ORDER BY id",
            "SELECT secret, COUNT(*) FROM t GROUP BY secret ORDER BY secret",
            "SELECT DISTINCT secret FROM t ORDER BY secret",
            "SELECT d.* FROM (SELECT * FROM t) d ORDER BY d.id",
            "SELECT a.*, b.note FROM t a JOIN u b ON a.amount = b.amount ORDER BY a.id",
            "SELECT a.id, b.secret FROM t a JOIN u b ON a.secret = b.amount * 10 ORDER BY a.id",
            "SELECT a.id, b.id FROM t a JOIN u b USING (secret) ORDER BY a.id, b.id",
            "SELECT id, SUM(secret) OVER (ORDER BY id) FROM t ORDER BY id",
            "SELECT * FROM t WHERE secret = (SELECT MAX(secret) FROM t)",
            "SELECT id FROM t WHERE EXISTS (SELECT u.id FROM u WHERE u.secret = t.secret) ORDER BY id",
            "SELECT * FROM t UNION ALL SELECT * FROM u ORDER BY 1, 2");
    /** They would be shown in the tables that pulled rows go to. */
    private static final List<String> REFUSED = List.of(
            "SELECT * FROM t WHERE EXISTS (SELECT * FROM u WHERE u.secret = t.secret)",
            "SELECT * FROM t UNION SELECT id, note, secret FROM u ORDER BY 1, 3",
            "SELECT a.*, b.note FROM t a JOIN u b ON a.secret = b.secret");

    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void areNeitherShownNorFilledUnlessNamed(DatabaseKind kind) throws Exception {
        String columns = " (secret INT INVISIBLE, id INT PRIMARY KEY, note VARCHAR(9), amount INT)";
        try (Fixture<ShardingDataSource> fixture = Fixture.on(kind, "invisible")
                .sharded("t", "id", 4)
                .sharded("u", "id", 3)
                .open(ShardingDataSourceFactory::create)) {
            fixture.onBoth("CREATE TABLE t" + columns, "CREATE TABLE u" + columns);
            for (String write : WRITES) {
                fixture.onBoth(write);
            }
            try (Connection plain = fixture.plain().getConnection();
                    Connection sharded = fixture.sharded().getConnection()) {
                for (String query : QUERIES) {
                    assertThat(rows(sharded, query)).as(query).isEqualTo(rows(plain, query));
                }
                for (String query : REFUSED) {
                    assertThatThrownBy(() -> rows(sharded, query))
                            .as(query)
                            .isInstanceOf(SQLFeatureNotSupportedException.class);
                }
                assertThatThrownBy(() -> rows(sharded, "INSERT INTO t VALUES (9, 8, 'x', 1)"))
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    private static List<List<Object>> rows(Connection connection, String sql) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
