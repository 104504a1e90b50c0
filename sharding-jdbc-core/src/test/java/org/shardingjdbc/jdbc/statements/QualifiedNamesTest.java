package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Whatever a connection calls its catalog and schema may qualify names, and means the logic database; the names of the
 * databases behind it never lead to one of them alone.
 */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class QualifiedNamesTest {
    private static StatementShards shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = StatementShards.create(kind, "qualified");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM t_order");
            statement.execute("DELETE FROM t_country");
            statement.execute("DELETE FROM t_config");
            statement.execute("INSERT INTO t_order (order_id, user_id, status) VALUES (1, 1, 'a'), (2, 2, 'b'),"
                    + " (3, 3, 'c'), (4, 4, 'd')");
            statement.execute("INSERT INTO t_country (code) VALUES ('x')");
            statement.execute("INSERT INTO t_config (name, content) VALUES ('n', 'c')");
        }
    }

    private boolean mySqlFamily() {
        return kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
    }

    /** A work on a logical connection. */
    private interface Work {
        void on(Connection connection, Statement statement) throws SQLException;
    }

    private void onSharded(Work work) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            work.on(connection, statement);
        }
    }

    /** All ways to write a qualifier that a tool makes of what the connection says. */
    private List<String> qualifiers(Connection connection) throws SQLException {
        String catalog = connection.getCatalog();
        String mark = connection.getMetaData().getIdentifierQuoteString();
        List<String> all = new ArrayList<>();
        if (mySqlFamily()) {
            all.add(catalog + ".");
            all.add(mark + catalog + mark + ".");
            return all;
        }
        String schema = connection.getSchema();
        all.add(schema + ".");
        all.add(catalog + "." + schema + ".");
        all.add(mark + catalog + mark + "." + mark + schema + mark + ".");
        return all;
    }

    private static List<String> values(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    @Test
    void whatTheConnectionSaysQualifiesTheLogicTables() throws SQLException {
        onSharded((connection, statement) -> {
            for (String at : qualifiers(connection)) {
                assertThat(values(statement, "SELECT order_id FROM " + at + "t_order ORDER BY order_id"))
                        .containsExactly("1", "2", "3", "4");
                assertThat(values(
                                statement,
                                "SELECT " + at + "t_order.status FROM " + at + "t_order WHERE " + at
                                        + "t_order.order_id = 3"))
                        .containsExactly("c");
                assertThat(values(statement, "SELECT MAX(o.order_id) + 1 FROM " + at + "t_order o"))
                        .containsExactly("5");
                assertThat(values(
                                statement,
                                "SELECT o.status FROM " + at + "t_order o, " + at + "t_config c, " + at
                                        + "t_country x WHERE o.status = c.content"))
                        .containsExactly("c");
                assertThat(values(
                                statement,
                                "SELECT COUNT(*) FROM " + at + "t_order a JOIN " + at
                                        + "t_order b ON a.order_id < b.order_id"))
                        .containsExactly("6");
            }
        });
    }

    /** H2 keeps names of databases in capitals, and tools that ask its views do as it does. */
    @Test
    void systemViewsFindTheCatalogAsToolsFoldIt() throws SQLException {
        onSharded((connection, statement) -> {
            DatabaseMetaData metadata = connection.getMetaData();
            String catalog = connection.getCatalog();
            String folded = metadata.storesUpperCaseIdentifiers() ? catalog.toUpperCase(Locale.ROOT) : catalog;
            String column = mySqlFamily() ? "table_schema" : "table_catalog";
            for (String asked : List.of(catalog, folded)) {
                assertThat(values(
                                statement,
                                "SELECT " + column
                                        + " FROM information_schema.tables WHERE LOWER(table_name) = 't_order' AND "
                                        + column + " = '" + asked + "'"))
                        .as(asked)
                        .containsExactly(catalog);
            }
        });
    }

    @Test
    void writesWithQualifiersReachAllDataNodes() throws SQLException {
        onSharded((connection, statement) -> {
            for (String at : qualifiers(connection)) {
                assertThat(statement.executeUpdate("UPDATE " + at + "t_order SET status = 'u'"))
                        .isEqualTo(4);
                assertThat(statement.executeUpdate("DELETE FROM " + at + "t_order"))
                        .isEqualTo(4);
                assertThat(statement.executeUpdate("INSERT INTO " + at
                                + "t_order (order_id, user_id) VALUES (1, 1), (2, 2), (3, 3), (4, 4)"))
                        .isEqualTo(4);
                assertThat(statement.executeUpdate("UPDATE " + at + "t_config SET content = 'q'"))
                        .isEqualTo(1);
                statement.executeUpdate("INSERT INTO " + at + "t_country (code) VALUES ('y')");
                assertThat(valuesOf(1, "SELECT COUNT(*) FROM t_country")).containsExactly("2");
                assertThat(statement.executeUpdate("DELETE FROM " + at + "t_country WHERE code = 'y'"))
                        .isEqualTo(1);
                assertThat(valuesOf(0, "SELECT COUNT(*) FROM t_country")).containsExactly("1");
            }
        });
    }

    @Test
    void definitionsWithQualifiersReachAllDataNodes() throws SQLException {
        onSharded((connection, statement) -> {
            for (String at : qualifiers(connection)) {
                statement.execute("CREATE INDEX idx_q ON " + at + "t_order (status)");
                assertThat(indexes(0)).anyMatch(name -> name.startsWith("idx_q"));
                assertThat(indexes(1)).anyMatch(name -> name.startsWith("idx_q"));
                statement.execute(
                        mySqlFamily() ? "DROP INDEX idx_q ON " + at + "t_order" : "DROP INDEX " + at + "idx_q");
                assertThat(indexes(0)).noneMatch(name -> name.startsWith("idx_q"));
                assertThat(indexes(1)).noneMatch(name -> name.startsWith("idx_q"));
                statement.execute("ALTER TABLE " + at + "t_order ADD COLUMN extra INT");
                statement.execute("UPDATE " + at + "t_order SET extra = 1");
                statement.execute("ALTER TABLE " + at + "t_order DROP COLUMN extra");
            }
        });
    }

    private List<String> indexes(int dataSource) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = shards.raw(dataSource).getConnection();
                ResultSet rows = connection
                        .getMetaData()
                        .getIndexInfo(
                                connection.getCatalog(),
                                connection.getSchema(),
                                kind == DatabaseKind.H2 ? "T_ORDER_0" : "t_order_0",
                                false,
                                false)) {
            while (rows.next()) {
                names.add(String.valueOf(rows.getString("INDEX_NAME")).toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    private List<String> valuesOf(int dataSource, String sql) throws SQLException {
        try (Connection connection = shards.raw(dataSource).getConnection();
                Statement statement = connection.createStatement()) {
            return values(statement, sql);
        }
    }

    @Test
    void namesOfDataSourcesNeverPassAsForeign() throws SQLException {
        onSharded((connection, statement) -> {
            for (int dataSource = 0; dataSource < 2; dataSource++) {
                String physical = physicalPlace(dataSource);
                for (String sql : List.of(
                        "SELECT order_id FROM " + physical + "t_order",
                        "DELETE FROM " + physical + "t_order",
                        "UPDATE " + physical + "t_order SET status = 'x'",
                        "INSERT INTO " + physical + "t_order (order_id, user_id) VALUES (9, 9)",
                        "DELETE FROM " + physical + "t_country",
                        "SELECT t.order_id FROM t_order t JOIN " + physical + "t_order u ON t.order_id = u.order_id",
                        "ALTER TABLE " + physical + "t_order ADD COLUMN extra INT",
                        "DROP TABLE " + physical + "t_order")) {
                    assertThatThrownBy(() -> statement.execute(sql))
                            .as(sql)
                            .isInstanceOf(SQLException.class)
                            .hasMessageContaining("SHD-4118");
                }
            }
            assertThat(values(statement, "SELECT COUNT(*) FROM t_order WHERE status <> 'x'"))
                    .containsExactly("4");
            assertThat(values(statement, "SELECT name FROM " + physicalPlace(1) + "t_config"))
                    .containsExactly("n");
            assertThatThrownBy(() -> values(statement, "SELECT name FROM " + physicalPlace(0) + "t_config"))
                    .hasMessageContaining("SHD-4118");
        });
    }

    private String physicalPlace(int dataSource) throws SQLException {
        try (Connection connection = shards.raw(dataSource).getConnection()) {
            return mySqlFamily()
                    ? connection.getCatalog() + "."
                    : connection.getCatalog() + "." + connection.getSchema() + ".";
        }
    }

    @Test
    void hintsReachOneDataSourceByItsName() throws SQLException {
        onSharded((connection, statement) -> assertThat(values(
                        statement,
                        "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1, SKIP_SQL_REWRITE=true */ SELECT COUNT(*) FROM "
                                + physicalPlace(1) + "t_order_1"))
                .containsExactly("2"));
    }

    @Test
    void functionsSayWhatQualifies() throws SQLException {
        List<String> catalogs =
                switch (kind) {
                    case H2 -> List.of("DATABASE()", "CURRENT_CATALOG");
                    case POSTGRESQL -> List.of("current_database()", "current_catalog", "current_database()::text");
                    default -> List.of("DATABASE()", "SCHEMA()", "database( )");
                };
        onSharded((connection, statement) -> {
            for (String function : catalogs) {
                String sql = "SELECT " + function;
                assertThat(values(statement, sql)).as(sql).containsExactly(connection.getCatalog());
                try (Connection plain = shards.plain().getConnection();
                        Statement other = plain.createStatement();
                        ResultSet expected = other.executeQuery(sql);
                        ResultSet actual = statement.executeQuery(sql)) {
                    assertThat(actual.getMetaData().getColumnLabel(1))
                            .as(sql)
                            .isEqualTo(expected.getMetaData().getColumnLabel(1));
                    assertThat(actual.getMetaData().getColumnTypeName(1))
                            .as(sql)
                            .isEqualTo(expected.getMetaData().getColumnTypeName(1));
                }
            }
            if (!mySqlFamily()) {
                assertThat(values(statement, "SELECT current_schema")).containsExactly(connection.getSchema());
            }
            assertThat(values(
                            statement,
                            "SELECT COUNT(*) FROM t_order WHERE '" + connection.getCatalog() + "' = "
                                    + catalogs.get(0)))
                    .containsExactly("4");
        });
    }

    @Test
    void metadataIsAskedAndAnswersByTheNamesThatQualify() throws SQLException {
        onSharded((connection, statement) -> {
            DatabaseMetaData metaData = connection.getMetaData();
            String table = kind == DatabaseKind.H2 ? "T_ORDER" : "t_order";
            for (String catalog : new String[] {null, connection.getCatalog()}) {
                for (String schema : new String[] {null, connection.getSchema()}) {
                    assertPlace(connection, metaData.getTables(catalog, schema, table, null), "");
                    assertPlace(connection, metaData.getColumns(catalog, schema, table, null), "");
                    assertPlace(connection, metaData.getPrimaryKeys(catalog, schema, table), "");
                    assertPlace(connection, metaData.getIndexInfo(catalog, schema, table, false, false), "");
                }
            }
            try (ResultSet catalogs = metaData.getCatalogs()) {
                assertThat(catalogs.next()).isTrue();
                assertThat(catalogs.getString(1)).isEqualTo(connection.getCatalog());
                assertThat(catalogs.next()).isFalse();
            }
            try (ResultSet rows = statement.executeQuery("SELECT order_id FROM t_order")) {
                assertThat(rows.getMetaData().getCatalogName(1)).isIn("", connection.getCatalog());
                assertThat(rows.getMetaData().getSchemaName(1)).isIn("", connection.getSchema());
            }
        });
    }

    private static void assertPlace(Connection connection, ResultSet result, String prefix) throws SQLException {
        try (ResultSet rows = result) {
            int count = 0;
            while (rows.next()) {
                assertThat(rows.getString(prefix + "TABLE_CAT")).isEqualTo(connection.getCatalog());
                assertThat(rows.getString(prefix + "TABLE_SCHEM")).isEqualTo(connection.getSchema());
                assertThat(rows.getString(prefix + "TABLE_NAME")).isEqualToIgnoringCase("t_order");
                count++;
            }
            assertThat(count).isPositive();
        }
    }

    /** As a tool looks tables up that it made, one by one or all at once. */
    @Test
    void viewsOfTheDatabaseShowTheNamesThatQualify() throws SQLException {
        onSharded((connection, statement) -> {
            String current = mySqlFamily() ? connection.getCatalog() : connection.getSchema();
            String table = kind == DatabaseKind.H2 ? "T_ORDER" : "t_order";
            for (String schema : List.of("'" + current + "'", mySqlFamily() ? "DATABASE()" : "current_schema")) {
                assertThat(values(
                                statement,
                                "SELECT table_schema FROM information_schema.tables WHERE table_schema = " + schema
                                        + " AND table_name = '" + table + "'"))
                        .containsExactly(current);
                assertThat(values(
                                statement,
                                "SELECT table_schema FROM information_schema.columns WHERE table_schema = " + schema
                                        + " AND table_name = '" + table + "' AND column_name = '"
                                        + (kind == DatabaseKind.H2 ? "STATUS" : "status") + "'"))
                        .containsExactly(current);
            }
            assertThat(values(
                            statement,
                            "SELECT information_schema.tables.table_name FROM information_schema.tables"
                                    + " WHERE information_schema.tables.table_schema = '" + current + "'"))
                    .contains(table);
            assertThat(values(statement, "SELECT schema_name FROM information_schema.schemata"))
                    .contains(current)
                    .noneMatch(name -> name.contains("qualified_ds_"));
        });
    }

    @Test
    void showTellsOfTheLogicDatabase() throws SQLException {
        if (!mySqlFamily()) {
            return;
        }
        onSharded((connection, statement) -> {
            String catalog = connection.getCatalog();
            assertThat(values(statement, "SHOW DATABASES LIKE '" + catalog + "'"))
                    .containsExactly(catalog);
            assertThat(values(statement, "SHOW DATABASES"))
                    .contains(catalog)
                    .noneMatch(name -> name.contains("qualified_ds_"));
            assertThat(values(statement, "SHOW TABLES FROM " + catalog)).contains("t_order");
            assertThat(values(statement, "SHOW COLUMNS FROM " + catalog + ".t_order"))
                    .contains("status");
            assertThat(values(statement, "SHOW CREATE TABLE " + catalog + ".t_order"))
                    .containsExactly("t_order");
            try (ResultSet rows = statement.executeQuery("SHOW TABLES")) {
                assertThat(rows.getMetaData().getColumnLabel(1)).isEqualTo("Tables_in_" + catalog);
            }
            String physical = physicalPlace(0).replace(".", "");
            assertThatThrownBy(() -> statement.executeQuery("SHOW TABLES FROM " + physical))
                    .hasMessageContaining("SHD-4118");
            assertThatThrownBy(() -> statement.executeQuery("SHOW COLUMNS FROM " + physical + ".t_order"))
                    .hasMessageContaining("SHD-4118");
            statement.execute("USE " + catalog);
            connection.setCatalog(catalog);
            assertThat(connection.getCatalog()).isEqualTo(catalog);
            assertThatThrownBy(() -> statement.execute("USE " + physical)).isInstanceOf(SQLException.class);
        });
    }

    /** A name of three parts keeps its schema. */
    @Test
    void otherSchemasAreOther() throws SQLException {
        if (mySqlFamily()) {
            return;
        }
        for (int dataSource = 0; dataSource < 2; dataSource++) {
            try (Connection connection = shards.raw(dataSource).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA IF NOT EXISTS other");
                statement.execute("DROP TABLE IF EXISTS other.t_config");
            }
        }
        try (Connection connection = shards.raw(1).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE other.t_config (name VARCHAR(50) PRIMARY KEY, content VARCHAR(100))");
            statement.execute("INSERT INTO other.t_config VALUES ('o', 'other')");
        }
        onSharded((connection, statement) -> {
            String at = connection.getCatalog() + ".other.";
            assertThat(values(statement, "SELECT name FROM " + at + "t_config")).containsExactly("o");
            assertThat(values(statement, "SELECT t_config.name FROM " + at + "t_config"))
                    .containsExactly("o");
            assertThat(statement.executeUpdate("UPDATE " + at + "t_config SET content = 'x'"))
                    .isEqualTo(1);
            assertThat(statement.executeUpdate("DELETE FROM " + at + "t_config"))
                    .isEqualTo(1);
            assertThat(values(statement, "SELECT name FROM t_config")).containsExactly("n");
            assertThat(values(statement, "SELECT content FROM t_config")).containsExactly("c");
        });
    }
}
