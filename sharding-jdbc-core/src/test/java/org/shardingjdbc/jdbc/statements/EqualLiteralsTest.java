package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.DatabaseKind;

/** A literal that stands twice says the value of both columns, and says it for its own text only. */
class EqualLiteralsTest {
    private static final List<String> CONDITIONS = List.of(
            "id = %d AND a = %d",
            "a = %2$d AND id = %1$d",
            "(id, a) = (%d, %d)",
            "id IN (%d) AND a IN (%d)",
            "id = %d AND a BETWEEN %2$d AND %2$d",
            "id >= %d AND a = %d AND id = %1$d",
            "id = %d AND a = %d AND id = a",
            "id = %d AND id = a AND a >= %d");

    private static int rows(Connection connection, String sql, boolean prepared) throws SQLException {
        try (Statement statement = prepared ? connection.prepareStatement(sql) : connection.createStatement();
                ResultSet rows =
                        prepared ? ((PreparedStatement) statement).executeQuery() : statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** With {@code id} and {@code a} from 0 to 3, each pair once. */
    private static int expected(String condition, int id, int a) {
        boolean alike = condition.contains("id = a");
        boolean contradiction = condition.contains("a >= ") ? id < a : alike && id != a;
        return contradiction ? 0 : 1;
    }

    @Test
    void eachTextReachesItsRows() throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(DatabaseKind.H2, "equal_literals");
                Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM t");
            for (int i = 0; i < 16; i++) {
                statement.execute("INSERT INTO t (id, a) VALUES (" + i / 4 + ", " + i % 4 + ")");
            }
            for (String condition : CONDITIONS) {
                for (int i = 0; i < 16; i++) {
                    String where = condition.formatted(i / 4, i % 4);
                    int expected = expected(condition, i / 4, i % 4);
                    String sql = "SELECT COUNT(*) FROM t WHERE " + where;
                    assertThat(rows(connection, sql, false)).as(where).isEqualTo(expected);
                    assertThat(rows(connection, sql, true)).as(where).isEqualTo(expected);
                    assertThat(statement.executeUpdate("UPDATE t SET id = id WHERE " + where))
                            .as(where)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void bothColumnsChooseTheNode() throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(DatabaseKind.H2, "equal_literals");
                Connection connection = two.sharded().getConnection();
                PreparedStatement explain = connection.prepareStatement(
                        "EXPLAIN SHARDING SELECT COUNT(DISTINCT id) FROM t WHERE id = 1 AND a = 1");
                ResultSet rows = explain.executeQuery()) {
            StringBuilder all = new StringBuilder();
            while (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    all.append(rows.getString(i)).append('\n');
                }
            }
            assertThat(all.toString()).contains("t_1").doesNotContain("t_0");
        }
    }
}
