package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.jdbc.statements.TwoDataSources.values;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Data sources that are schemas of one database look like one schema, whichever of them is asked. */
@ParameterizedClass
@EnumSource(
        value = DatabaseKind.class,
        names = {"H2", "POSTGRESQL"})
class SchemasOfOneDatabaseTest {
    private static TwoDataSources two;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException {
        two = TwoDataSources.schemas(kind, "schemas");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (two != null) {
            two.close();
            two = null;
        }
    }

    @Test
    void theSchemaThatTheConnectionSaysQualifies() throws SQLException {
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            String schema = connection.getSchema();
            assertThat(schema).isEqualTo("logic_db");
            for (String at :
                    List.of(schema + ".", connection.getCatalog() + "." + schema + ".", "\"" + schema + "\".")) {
                assertThat(values(statement, "SELECT t.id FROM " + at + "t ORDER BY id"))
                        .containsExactly("0", "1", "2", "3");
                assertThat(values(statement, "SELECT " + at + "t.id FROM " + at + "t ORDER BY " + at + "t.id"))
                        .containsExactly("0", "1", "2", "3");
                assertThat(values(statement, "SELECT id FROM " + at + "s")).containsExactly("7");
                assertThat(statement.executeUpdate("DELETE FROM " + at + "t")).isEqualTo(4);
                assertThat(statement.executeUpdate(
                                "INSERT INTO " + at + "t (id, a) VALUES (0, 0), (1, 1), (2, 1), (3, 0)"))
                        .isEqualTo(4);
            }
            assertThat(values(statement, "SELECT current_schema")).containsExactly(schema);
            connection.setSchema(schema);
            assertThat(connection.getSchema()).isEqualTo(schema);
            for (String physical : List.of("s_0.t", "s_1.t", "S_0.t")) {
                assertThatThrownBy(() -> statement.executeUpdate("DELETE FROM " + physical))
                        .hasMessageContaining("SHD-4118");
            }
            assertThatThrownBy(() -> connection.setSchema(kind == DatabaseKind.H2 ? "S_1" : "s_1"))
                    .hasMessageContaining("SHD-6006");
            assertThat(values(statement, "SELECT COUNT(*) FROM t")).containsExactly("4");
        }
    }

    @Test
    void metadataKnowsOneSchema() throws SQLException {
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            DatabaseMetaData metaData = connection.getMetaData();
            String table = kind == DatabaseKind.H2 ? "T" : "t";
            String escaped = connection.getSchema().replace("_", metaData.getSearchStringEscape() + "_");
            for (String schema : new String[] {null, "%", connection.getSchema(), escaped}) {
                try (ResultSet rows = metaData.getTables(null, schema, table, null)) {
                    assertThat(schemas(rows)).as("%s", schema).containsExactly(connection.getSchema());
                }
                try (ResultSet rows = metaData.getColumns(null, schema, table, null)) {
                    assertThat(schemas(rows)).hasSize(2).containsOnly(connection.getSchema());
                }
            }
            try (ResultSet rows = metaData.getPrimaryKeys(null, connection.getSchema(), table)) {
                assertThat(schemas(rows)).hasSize(2).containsOnly(connection.getSchema());
            }
            try (ResultSet rows = metaData.getSchemas()) {
                assertThat(schemas(rows)).contains(connection.getSchema()).doesNotContain("s_0", "s_1", "S_0", "S_1");
            }
            assertThat(values(
                            statement,
                            "SELECT table_schema FROM information_schema.tables WHERE table_name = '" + table + "'"))
                    .containsExactly(connection.getSchema());
            assertThat(values(statement, "SELECT schema_name FROM information_schema.schemata"))
                    .contains(connection.getSchema())
                    .doesNotContain("s_0", "s_1", "S_0", "S_1");
        }
    }

    private static List<String> schemas(ResultSet rows) throws SQLException {
        List<String> schemas = new ArrayList<>();
        while (rows.next()) {
            schemas.add(rows.getString("TABLE_SCHEM"));
        }
        return schemas;
    }
}
