package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Texts without a statement, as runners of scripts send them, are answered as the driver answers them. */
class EmptyStatementsTest {
    private static final List<String> TEXTS = List.of(
            " ",
            ";",
            " ;; ",
            "/* x */",
            "/* x */;",
            "-- x",
            "-- ? \n",
            ";/* x */",
            "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */");

    @FunctionalInterface
    private interface Call {
        String run() throws SQLException;
    }

    private static String outcome(Call call) {
        try {
            return call.run();
        } catch (SQLException e) {
            return "error";
        }
    }

    private static String counts(Statement statement, boolean rows) throws SQLException {
        return rows + " " + (statement.getResultSet() == null) + " " + statement.getUpdateCount();
    }

    /** MariaDB's driver shows rows without columns where there are none; the others say that there are none. */
    private static String columns(ResultSet shown) throws SQLException {
        try (ResultSet rows = shown) {
            return rows.getMetaData().getColumnCount() + " " + rows.next();
        }
    }

    private static List<String> outcomes(Connection connection, String text) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            all.add("execute " + outcome(() -> counts(statement, statement.execute(text))));
            all.add("executeUpdate " + outcome(() -> "" + statement.executeUpdate(text)));
            all.add("executeQuery " + outcome(() -> columns(statement.executeQuery(text))));
            all.add("keys "
                    + outcome(() -> statement.executeUpdate(text, Statement.RETURN_GENERATED_KEYS) + " "
                            + statement.getGeneratedKeys().next()));
            statement.addBatch(text);
            statement.addBatch("DELETE FROM s WHERE id = 99");
            all.add("batch " + outcome(() -> Arrays.toString(statement.executeBatch())));
        }
        try (PreparedStatement prepared = connection.prepareStatement(text)) {
            all.add("prepared " + outcome(() -> counts(prepared, prepared.execute())));
            all.add("preparedQuery " + outcome(() -> columns(prepared.executeQuery())));
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void textsWithoutAStatementAreLeftToTheDriver(DatabaseKind kind) throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(kind, "empty_statements");
                Connection sharded = two.sharded().getConnection();
                Connection plain = DriverManager.getConnection(two.url(0), two.user(), two.password())) {
            for (String text : TEXTS) {
                assertThat(outcomes(sharded, text)).as(text).isEqualTo(outcomes(plain, text));
            }
            assertThat(outcomes(sharded, "/* x */").get(0)).isEqualTo("execute false true 0");
            if (kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL) {
                assertThat(outcomes(sharded, ";").get(0)).isEqualTo("execute error");
            }
            // after an error, too, the connection is as it was
            try (Statement statement = sharded.createStatement()) {
                assertThat(TwoDataSources.values(statement, "SELECT COUNT(*) FROM t"))
                        .containsExactly("4");
            }
        }
    }
}
