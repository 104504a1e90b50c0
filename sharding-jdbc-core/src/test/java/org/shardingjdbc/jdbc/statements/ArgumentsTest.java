package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Arguments that mean nothing are refused, and names with odd characters are found. */
class ArgumentsTest {
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void argumentsThatMeanNothingAreRefused(DatabaseKind kind) throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(kind, "arguments");
                Connection connection = two.sharded().getConnection()) {
            assertThatThrownBy(() -> connection.createStatement(7, 7, 7)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.createStatement(7, ResultSet.CONCUR_READ_ONLY))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() ->
                            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, -1))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.prepareStatement("SELECT 1", 7, 7))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setTransactionIsolation(0)).isInstanceOf(SQLException.class);
            try (Statement statement = connection.createStatement(
                    ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, ResultSet.HOLD_CURSORS_OVER_COMMIT)) {
                assertThat(TwoDataSources.values(statement, "SELECT COUNT(*) FROM t"))
                        .containsExactly("4");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void oddNamesAreFoundAndQuotedAsTheDatabaseDoes(DatabaseKind kind) throws SQLException {
        try (TwoDataSources two = TwoDataSources.databases(kind, "odd_names");
                Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (String name : List.of("back\\slash", "per%cent", "under_score", "quo\"te", "ba`ck")) {
                String quoted = statement.enquoteIdentifier(name, true);
                statement.execute("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ CREATE TABLE " + quoted + " (id INT)");
                assertThat(statement.executeUpdate("INSERT INTO " + quoted + " VALUES (5)"))
                        .as(name)
                        .isEqualTo(1);
                assertThat(TwoDataSources.values(statement, "SELECT id FROM " + quoted))
                        .as(name)
                        .containsExactly("5");
            }
            assertThat(statement.enquoteIdentifier("plain", false)).isEqualTo("plain");
            try (ResultSet rows = connection.getMetaData().getFunctions("", "", "")) {
                assertThat(rows.next()).isFalse();
            }
        }
    }
}
