package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.jdbc.statements.TwoDataSources.values;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Loading all tables as single ones does not take what every database has for tables of ours. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class LoadedTablesTest {
    private static TwoDataSources two;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException {
        two = TwoDataSources.databases(kind, "loaded");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (two != null) {
            two.close();
            two = null;
        }
    }

    @Test
    void systemViewsAreNoSingleTables() throws SQLException {
        List<String> views =
                switch (kind) {
                    case H2 -> List.of("information_schema.tables", "INFORMATION_SCHEMA.COLUMNS");
                    case POSTGRESQL ->
                        List.of(
                                "information_schema.tables",
                                "pg_catalog.pg_class",
                                "pg_class",
                                "pg_tables",
                                "pg_catalog.pg_type");
                    default -> List.of("information_schema.tables", "INFORMATION_SCHEMA.COLUMNS");
                };
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (String view : views) {
                assertThat(values(statement, "SELECT COUNT(*) FROM " + view))
                        .as(view)
                        .doesNotContain("0");
            }
            String table = kind == DatabaseKind.H2 ? "T" : "t";
            String schema = connection.getSchema() == null ? connection.getCatalog() : connection.getSchema();
            assertThat(values(
                            statement,
                            "SELECT information_schema.columns.column_name FROM information_schema.columns WHERE"
                                    + " information_schema.columns.table_name = '" + table + "' AND"
                                    + " information_schema.columns.table_schema = '" + schema + "'"))
                    .hasSize(2);
            assertThat(values(
                            statement,
                            "SELECT c.column_name FROM information_schema.tables t JOIN information_schema.columns c"
                                    + " ON t.table_schema = c.table_schema AND t.table_name = c.table_name WHERE"
                                    + " t.table_name = '" + table + "' AND t.table_schema = '" + schema + "'"))
                    .hasSize(2);
            assertThat(values(statement, "SELECT id FROM s")).containsExactly("7");
        }
    }

    @Test
    void hintsReachActualTablesAndStatementsWithoutTables() throws SQLException {
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (int dataSource = 0; dataSource < 2; dataSource++) {
                String hint = "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_" + dataSource + " */ ";
                assertThat(values(statement, hint + "SELECT 1")).containsExactly("1");
                assertThat(values(statement, hint + "SELECT id FROM t_0")).containsExactly(dataSource == 0 ? "0" : "3");
                assertThat(statement.executeUpdate(hint + "UPDATE t_1 SET a = a WHERE id > 0"))
                        .isEqualTo(1);
                try (PreparedStatement prepared =
                        connection.prepareStatement(hint + "SELECT COUNT(*) FROM t_1 WHERE id = ?")) {
                    prepared.setInt(1, dataSource == 0 ? 2 : 1);
                    try (ResultSet rows = prepared.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(1);
                    }
                }
                assertThat(values(statement, hint + "SELECT COUNT(*) FROM t")).containsExactly("2");
            }
            assertThatThrownBy(() -> values(statement, "SELECT id FROM t_0")).hasMessageContaining("SHD-4112");
            assertThatThrownBy(() -> values(statement, "/* SHARDING_HINT: DATA_SOURCE_NAME=nowhere */ SELECT 1"))
                    .hasMessageContaining("SHD-4110");
        }
    }
}
