package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** What the drivers do beside their answers: names in lists, lives of results, texts that are wrong when prepared. */
class FaceDetailsTest {
    private static List<String> tables(Connection connection, String pattern, String... types) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows =
                connection.getMetaData().getTables(null, "public", pattern, types.length == 0 ? null : types)) {
            while (rows.next()) {
                names.add(rows.getString("TABLE_NAME") + " " + rows.getString("TABLE_TYPE"));
            }
        }
        return names;
    }

    @Test
    void indexesAndSequencesAreListedByTheirLogicNames() throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(DatabaseKind.POSTGRESQL, "listed_names");
                Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE INDEX t_by_a ON t (a)");
            statement.execute("ALTER TABLE t ADD COLUMN counted SERIAL");
            statement.execute("CREATE INDEX s_by_id ON s (id)");
            assertThat(tables(connection, "t%"))
                    .containsExactly("t_by_a INDEX", "t_pkey INDEX", "t_counted_seq SEQUENCE", "t TABLE");
            assertThat(tables(connection, "s%", "INDEX", "TABLE"))
                    .containsExactly("s_by_id INDEX", "s_pkey INDEX", "s TABLE");
            assertThat(tables(connection, "t\\_by\\_a", "INDEX")).containsExactly("t_by_a INDEX");
            assertThat(tables(connection, "%", "SEQUENCE")).containsExactly("t_counted_seq SEQUENCE");
            assertThat(tables(connection, "t", "TABLE")).containsExactly("t TABLE");
        }
    }

    private interface Life {
        String of(Statement statement, ResultSet keys) throws SQLException;
    }

    private static final List<Life> LIVES = List.of(
            (statement, keys) -> {
                statement.close();
                return "" + keys.isClosed();
            },
            (statement, keys) -> {
                statement.executeUpdate("DELETE FROM keyed WHERE id < 0");
                return "" + keys.isClosed();
            },
            (statement, keys) -> statement.getMoreResults() + " " + keys.isClosed(),
            (statement, keys) -> {
                ResultSet again = statement.getGeneratedKeys();
                return (again == keys) + " " + keys.isClosed() + " " + keys.next() + " " + again.next();
            },
            (statement, keys) -> {
                statement.closeOnCompletion();
                keys.close();
                return "" + statement.isClosed();
            });

    private static List<String> lives(Connection connection) throws SQLException {
        List<String> all = new ArrayList<>();
        for (Life life : LIVES) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO keyed (a) VALUES (1)", Statement.RETURN_GENERATED_KEYS);
                all.add(life.of(statement, statement.getGeneratedKeys()));
            }
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void generatedKeysLiveAsLongAsTheDriversDo(DatabaseKind kind) throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(kind, "lives_of_keys");
                Connection sharded = two.sharded().getConnection();
                Connection plain = DriverManager.getConnection(two.url(0), two.user(), two.password())) {
            try (Statement statement = sharded.createStatement()) {
                String key = kind == DatabaseKind.POSTGRESQL ? "SERIAL" : "INT AUTO_INCREMENT";
                statement.execute("CREATE TABLE keyed (id " + key + " PRIMARY KEY, a INT)");
            }
            assertThat(lives(sharded)).isEqualTo(lives(plain));
        }
    }

    /** What a statement gives for its current rows when they are closed. */
    private static String closed(Statement statement) throws SQLException {
        ResultSet rows = statement.getResultSet();
        return (rows == null ? "none" : "closed " + rows.isClosed()) + " " + statement.getUpdateCount();
    }

    private static List<String> closedRows(Connection connection, String table) throws SQLException {
        List<String> all = new ArrayList<>();
        for (String query : List.of("SELECT id FROM t WHERE id = 1", "SELECT id FROM t ORDER BY id", "SELECT 1")) {
            String sql = query.replace("FROM t", "FROM " + table);
            try (Statement statement = connection.createStatement();
                    PreparedStatement prepared = connection.prepareStatement(sql)) {
                statement.executeQuery(sql).close();
                all.add(query + ": " + closed(statement));
                statement.execute(sql);
                statement.getResultSet().close();
                all.add(query + " by execute: " + closed(statement));
                prepared.executeQuery().close();
                all.add(query + " prepared: " + closed(prepared));
                prepared.executeQuery();
                prepared.getResultSet().close();
                all.add(query + " prepared, again: " + closed(prepared));
                statement.executeUpdate("UPDATE " + table + " SET a = 1 WHERE id = 1");
                all.add("then a count: " + (statement.getResultSet() == null));
                statement.executeQuery(sql).close();
                all.add("then no more: " + statement.getMoreResults() + (statement.getResultSet() == null));
            }
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void closedRowsAreStillThoseOfTheirStatementWhereTheyAreTheDrivers(DatabaseKind kind) throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(kind, "closed_rows");
                Connection sharded = two.sharded().getConnection();
                Connection plain = DriverManager.getConnection(two.url(0), two.user(), two.password())) {
            assertThat(closedRows(sharded, "t")).isEqualTo(closedRows(plain, "t_0"));
        }
    }

    @Test
    void textsThatNobodyUnderstandsFailWhenPreparedWhereTheyDo() throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(DatabaseKind.H2, "wrong_texts");
                Connection connection = two.sharded().getConnection()) {
            for (String sql : List.of("SELEKT 1", "SELECT * FROM t WHERE", "SELECT * FROM s WHERE", "UPDATE t SET")) {
                assertThatThrownBy(() -> connection.prepareStatement(sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class);
            }
            try (PreparedStatement help = connection.prepareStatement("HELP SELECT")) {
                assertThat(help.execute()).isTrue();
            }
        }
    }
}
