package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Metadata tells of logic tables what the plain database tells of its tables. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class MetadataTest {
    private static StatementShards shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = StatementShards.create(kind, "metadata");
        for (boolean sharded : new boolean[] {true, false}) {
            try (Connection connection = sharded
                            ? shards.sharded().getConnection()
                            : shards.plain().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE INDEX idx_status ON t_order (status)");
            }
        }
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    /** A question to DatabaseMetaData. */
    private interface Question {
        ResultSet ask(DatabaseMetaData metaData, String catalog, String schema) throws SQLException;
    }

    private String name(String table) {
        return kind == DatabaseKind.H2 ? table.toUpperCase(Locale.ROOT) : table;
    }

    private String schema() {
        return switch (kind) {
            case H2 -> "PUBLIC";
            case POSTGRESQL -> "public";
            default -> null;
        };
    }

    private List<String> ask(Connection connection, Question question, String... labels) throws SQLException {
        try (ResultSet rows = question.ask(connection.getMetaData(), connection.getCatalog(), schema())) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (String label : labels) {
                    row.append(rows.getString(label)).append(' ');
                }
                all.add(row.toString().strip());
            }
            return all;
        }
    }

    private List<String> bothAnswer(Question question, String... labels) throws SQLException {
        try (Connection plain = shards.plain().getConnection();
                Connection sharded = shards.sharded().getConnection()) {
            List<String> expected = ask(plain, question, labels);
            assertThat(ask(sharded, question, labels)).isEqualTo(expected);
            return expected;
        }
    }

    @Test
    void tablesAreTheLogicTablesOnce() throws SQLException {
        assertThat(bothAnswer(
                        (m, catalog, schema) -> m.getTables(catalog, schema, name("t_%"), new String[] {
                            kind == DatabaseKind.H2 ? "BASE TABLE" : "TABLE"
                        }),
                        "TABLE_NAME"))
                .containsExactly(
                        name("t_config"),
                        name("t_country"),
                        name("t_keyed"),
                        name("t_order"),
                        name("t_serial"),
                        name("t_value"));
        assertThat(bothAnswer(
                        (m, catalog, schema) -> m.getTables(catalog, schema, name("t_order"), null), "TABLE_NAME"))
                .containsExactly(name("t_order"));
    }

    @Test
    void columnsAreThoseOfTheLogicTable() throws SQLException {
        for (String table : List.of("t_order", "t_value", "t_country", "t_config", "t_serial")) {
            assertThat(bothAnswer(
                            (m, catalog, schema) -> m.getColumns(catalog, schema, name(table), null),
                            "TABLE_NAME",
                            "COLUMN_NAME",
                            "DATA_TYPE",
                            "TYPE_NAME",
                            "COLUMN_SIZE",
                            "NULLABLE",
                            "ORDINAL_POSITION"))
                    .isNotEmpty();
        }
    }

    @Test
    void keysAndIndexesHaveLogicNames() throws SQLException {
        assertThat(bothAnswer(
                        (m, catalog, schema) -> m.getPrimaryKeys(catalog, schema, name("t_order")),
                        "TABLE_NAME",
                        "COLUMN_NAME",
                        "KEY_SEQ"))
                .hasSize(1);
        List<String> indexes = bothAnswer(
                (m, catalog, schema) -> m.getIndexInfo(catalog, schema, name("t_order"), false, true),
                "TABLE_NAME",
                "COLUMN_NAME",
                "NON_UNIQUE");
        assertThat(indexes).hasSize(2);
        try (Connection sharded = shards.sharded().getConnection()) {
            assertThat(ask(
                            sharded,
                            (m, catalog, schema) -> m.getIndexInfo(catalog, schema, name("t_order"), false, true),
                            "INDEX_NAME"))
                    .contains(name("idx_status"));
        }
        bothAnswer(
                (m, catalog, schema) ->
                        m.getBestRowIdentifier(catalog, schema, name("t_order"), DatabaseMetaData.bestRowSession, true),
                "COLUMN_NAME");
        bothAnswer((m, catalog, schema) -> m.getImportedKeys(catalog, schema, name("t_order")), "FKTABLE_NAME");
    }

    @Test
    void factsOfTheProductAreThePlainDatabases() throws SQLException {
        try (Connection plain = shards.plain().getConnection();
                Connection sharded = shards.sharded().getConnection()) {
            DatabaseMetaData expected = plain.getMetaData();
            DatabaseMetaData actual = sharded.getMetaData();
            assertThat(actual.getDatabaseProductName()).isEqualTo(expected.getDatabaseProductName());
            assertThat(actual.getDatabaseProductVersion()).isEqualTo(expected.getDatabaseProductVersion());
            assertThat(actual.getIdentifierQuoteString()).isEqualTo(expected.getIdentifierQuoteString());
            assertThat(actual.storesUpperCaseIdentifiers()).isEqualTo(expected.storesUpperCaseIdentifiers());
            assertThat(actual.getConnection()).isSameAs(sharded);
            assertThat(actual.getDriverName()).isEqualTo("Sharding-JDBC");
            String subprotocol = expected.getURL().split(":")[1];
            assertThat(actual.getURL()).isEqualTo("jdbc:sharding:" + subprotocol + ":logic_db");
            try (ResultSet types = actual.getTypeInfo()) {
                assertThat(types.next()).isTrue();
                assertThat(types.getStatement()).isNotNull();
                types.getStatement().close();
            }
        }
    }

    @Test
    void metadataOfAResultNamesTheLogicTable() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "SELECT order_id, status FROM t_order ORDER BY order_id",
                    "SELECT order_id, status FROM t_order WHERE user_id = 1 AND order_id = 1")) {
                try (ResultSet rows = statement.executeQuery(sql)) {
                    assertThat(rows.getMetaData().getColumnCount()).isEqualTo(2);
                    assertThat(rows.getMetaData().getTableName(1)).isEqualTo(name("t_order"));
                }
            }
        }
    }

    @Test
    void showAnswersWithLogicNames() throws SQLException {
        if (kind == DatabaseKind.POSTGRESQL) {
            return;
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(first(statement.executeQuery("SHOW TABLES")))
                    .contains(name("t_order"), name("t_config"))
                    .doesNotContain(name("t_order_0"))
                    .doesNotHaveDuplicates();
            assertThat(first(statement.executeQuery("SHOW COLUMNS FROM t_order")))
                    .hasSize(4);
            if (kind != DatabaseKind.H2) {
                assertThat(first(statement.executeQuery("SHOW TABLES LIKE 't_order'")))
                        .containsExactly("t_order");
                assertThat(first(statement.executeQuery("DESCRIBE t_order"))).contains("order_id");
                assertThat(first(statement.executeQuery("SHOW INDEX FROM t_order")))
                        .containsOnly("t_order");
                try (ResultSet rows = statement.executeQuery("SHOW CREATE TABLE t_order")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(1)).isEqualTo("t_order");
                    assertThat(rows.getString(2))
                            .contains("`t_order`", "`idx_status`")
                            .doesNotContain("t_order_0");
                }
                assertThat(first(statement.executeQuery("SHOW TABLE STATUS LIKE 't_order'")))
                        .containsExactly("t_order");
            }
        }
    }

    private static List<String> first(ResultSet rows) throws SQLException {
        try (rows) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }
}
