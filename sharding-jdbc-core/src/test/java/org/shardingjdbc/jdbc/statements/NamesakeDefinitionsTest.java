package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/** Tables of another schema that have names of the default one: defined, described, viewed, seen from there. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class NamesakeDefinitionsTest {
    private static Namesakes namesakes;
    private static PlainAndSharded both;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        namesakes = new Namesakes(kind, "defined");
        both = namesakes.both();
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (namesakes != null) {
            namesakes.close();
            namesakes = null;
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        namesakes.fill();
    }

    private void allAgree() {
        for (String table : Namesakes.TABLES) {
            both.query("SELECT * FROM " + table).agree();
        }
    }

    @Test
    void definitionsMeanTheTableThatTheyName() {
        both.setUp("ALTER TABLE s2.t_order ADD COLUMN extra INT", "ALTER TABLE s2.t_country ADD COLUMN extra INT");
        allAgree();
        both.query("SELECT * FROM t_order o JOIN s2.t_order p ON p.status > o.order_id")
                .agree();
        both.setUp("ALTER TABLE s2.t_order DROP COLUMN extra", "ALTER TABLE s2.t_country DROP COLUMN extra");
        both.query("SELECT * FROM t_order o JOIN s2.t_order p ON p.status > o.order_id")
                .agree();
        both.setUp("CREATE INDEX idx_s2 ON s2.t_order (status)");
        if (kind.speaksMySql()) {
            both.setUp("DROP INDEX idx_s2 ON s2.t_order");
        }
        both.setUp("TRUNCATE TABLE s2.t_order", "TRUNCATE TABLE s2.t_country");
        allAgree();
    }

    @Test
    void theNamesakeIsDroppedAndMadeAlone() throws SQLException {
        both.setUp("DROP TABLE s2.t_order");
        both.query("SELECT * FROM t_order").agree();
        both.query("SELECT * FROM s2.t_order").bothFail();
        namesakes.onOwners(
                "CREATE TABLE s2.t_order (status INT, user_id VARCHAR(10), order_id VARCHAR(10) PRIMARY KEY)",
                "INSERT INTO s2.t_order (status, user_id, order_id) VALUES (7, 'seven', '1')");
        both.query("SELECT * FROM s2.t_order").agree();
        both.query("SELECT * FROM t_order o JOIN s2.t_order p ON p.status > o.order_id")
                .agree();
        allAgree();
    }

    /** Whoever redefines it past us need not tell. */
    @Test
    void whatIsRedefinedPastUsIsSeen() throws SQLException {
        String sql = "SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id";
        both.query(sql).agree();
        namesakes.onOwners("ALTER TABLE s2.pair ADD COLUMN late INT");
        both.query(sql).agree();
        namesakes.onOwners("ALTER TABLE s2.pair DROP COLUMN late");
        both.query(sql).agree();
    }

    @Test
    void views() {
        both.setUp("CREATE VIEW s2.v AS SELECT z, x FROM s2.pair WHERE x < 5");
        try {
            both.query("SELECT * FROM s2.v").agree();
            both.query("SELECT * FROM t_order o JOIN s2.v ON v.x = o.user_id").agree();
            both.query("SELECT SUM(v.z), MAX(o.status) FROM t_order o JOIN s2.v v ON v.x = o.user_id")
                    .agree();
        } finally {
            both.setUp("DROP VIEW s2.v");
        }
    }

    /** It would have to be found by its name alone. */
    @Test
    void viewsOverShardedTablesAreOfTheDefaultSchema() {
        assertThatThrownBy(() -> both.update("CREATE VIEW s2.w AS SELECT status FROM t_order")
                        .agree())
                .hasMessageContaining("SHD-2206");
        both.setUp("CREATE VIEW pairs AS SELECT o.status, p.z FROM t_order o JOIN s2.pair p ON p.x = o.user_id");
        try {
            both.query("SELECT * FROM pairs").agree();
        } finally {
            both.setUp("DROP VIEW pairs");
        }
    }

    @Test
    void explained() throws SQLException {
        try (Statement statement = both.sharded().createStatement();
                ResultSet rows = statement.executeQuery(
                        "EXPLAIN SHARDING SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id")) {
            StringBuilder plan = new StringBuilder();
            while (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    plan.append(rows.getString(i)).append('|');
                }
            }
            assertThat(plan.toString().toLowerCase(Locale.ROOT))
                    .contains("from s2.pair")
                    .contains("z");
        }
    }

    @Test
    void copies() {
        both.setUp("CREATE TABLE s2.copied AS SELECT p.y, p.z FROM s2.pair p WHERE p.x < 3");
        both.query("SELECT * FROM s2.copied").agree();
        both.setUp("DROP TABLE s2.copied");
    }

    @Test
    void keysOfNamesakes() {
        both.setUp("CREATE TABLE s2.child (id INT PRIMARY KEY, x INT, FOREIGN KEY (x) REFERENCES s2.pair (x))");
        both.update("INSERT INTO s2.child VALUES (1, 8)").agree();
        both.update("INSERT INTO s2.child VALUES (2, 77)").bothFail();
        both.query("SELECT c.id, p.z, o.status FROM s2.child c JOIN s2.pair p ON c.x = p.x LEFT JOIN t_order o"
                        + " ON o.order_id = c.id")
                .agree();
        both.setUp("DROP TABLE s2.child");
    }

    private static List<String> described(Connection connection, String schema, String table) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        String mark = metadata.storesUpperCaseIdentifiers() ? schema.toUpperCase(Locale.ROOT) : schema;
        String name = metadata.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
        boolean databases = connection.getSchema() == null;
        List<String> all = new ArrayList<>();
        try (ResultSet rows = metadata.getTables(databases ? mark : null, databases ? null : mark, name, null)) {
            while (rows.next()) {
                all.add("table " + rows.getString("TABLE_NAME"));
            }
        }
        try (ResultSet rows = metadata.getColumns(databases ? mark : null, databases ? null : mark, name, "%")) {
            while (rows.next()) {
                all.add(rows.getString("COLUMN_NAME") + " " + rows.getString("DATA_TYPE"));
            }
        }
        try (ResultSet rows = metadata.getPrimaryKeys(databases ? mark : null, databases ? null : mark, name)) {
            while (rows.next()) {
                all.add("key " + rows.getString("COLUMN_NAME"));
            }
        }
        return all;
    }

    @Test
    void metadata() throws SQLException {
        assumeThat(kind.speaksMySql())
                .as("of a foreign database the default data source tells")
                .isFalse();
        for (String table : List.of("pair", "t_order", "t_country", "only1")) {
            assertThat(described(both.sharded(), "s2", table))
                    .as(table)
                    .isNotEmpty()
                    .isEqualTo(described(both.plain(), "s2", table));
        }
        for (String table : List.of("pair", "t_order", "t_country")) {
            String schema = kind.speaksMySql()
                    ? both.plain().getCatalog()
                    : both.plain().getSchema();
            assertThat(described(both.sharded(), schema, table))
                    .as(table)
                    .isEqualTo(described(both.plain(), schema, table));
        }
    }

    @Test
    void shown() {
        assumeThat(kind.speaksMySql()).isTrue();
        for (String table : List.of("pair", "t_order", "t_country", "only1")) {
            both.query("SHOW COLUMNS FROM s2." + table).agree();
            both.query("SHOW COLUMNS FROM " + table + " FROM s2").agree();
            both.query("DESCRIBE s2." + table).agree();
        }
    }

    /** Both are called s2, one of them in capitals between quotes. */
    @Test
    void schemasThatDifferInCase() throws SQLException {
        assumeThat(kind).isEqualTo(DatabaseKind.POSTGRESQL);
        namesakes.onOwners(
                "CREATE SCHEMA \"S2\"",
                "CREATE TABLE \"S2\".pair (z VARCHAR(10), y INT PRIMARY KEY)",
                "INSERT INTO \"S2\".pair VALUES ('zed', 3)",
                "CREATE SCHEMA \"Public\"",
                "CREATE TABLE \"Public\".pair (w VARCHAR(10), v INT PRIMARY KEY)",
                "INSERT INTO \"Public\".pair VALUES ('double', 2)");
        for (String schema : List.of("s2", "S2", "\"s2\"", "\"S2\"", "\"Public\"", "Public", "\"public\"")) {
            both.query("SELECT * FROM " + schema + ".pair").agree();
            both.query("SELECT o.order_id, p.* FROM t_order o CROSS JOIN " + schema + ".pair p")
                    .agree();
        }
        both.query("SELECT a.*, b.* FROM s2.pair a CROSS JOIN \"S2\".pair b CROSS JOIN t_order")
                .agree();
    }

    @Test
    void fromTheOtherSchemaItself() throws SQLException {
        assumeThat(kind.speaksMySql()).isFalse();
        String home = both.plain().getSchema();
        String there = kind == DatabaseKind.H2 ? "S2" : "s2";
        both.plain().setSchema(there);
        both.sharded().setSchema(there);
        try {
            both.query("SELECT * FROM pair").agree();
            both.query("SELECT * FROM s2.pair ORDER BY x").agree();
            both.query("SELECT * FROM only1 a JOIN pair b ON a.id = b.x").agree();
            assertThatThrownBy(
                            () -> both.query("SELECT * FROM " + home + ".pair").agree())
                    .hasMessageContaining("SHD-4118");
        } finally {
            both.plain().setSchema(home);
            both.sharded().setSchema(home);
        }
        allAgree();
    }

    /** Of what is on another data source the default one knows nothing. */
    @Test
    void namesInTexts() {
        assumeThat(kind).isEqualTo(DatabaseKind.POSTGRESQL);
        for (String text : List.of("s2.t_order", "s2.pair", "\"s2\".only1")) {
            assertThatThrownBy(() -> both.query("SELECT to_regclass('" + text + "') IS NOT NULL")
                            .agree())
                    .hasMessageContaining("SHD-2111");
        }
        both.query("SELECT to_regclass('t_order') IS NOT NULL, to_regclass('pair') IS NOT NULL")
                .agree();
        both.query("SELECT to_regclass('s2.nothing') IS NULL").agree();
        both.query("SELECT to_regclass('s2.t_order') IS NOT NULL, COUNT(*) FROM s2.pair")
                .agree();
    }

    @Test
    void upserts() {
        String upsert =
                switch (kind) {
                    case H2 -> "MERGE INTO s2.t_order (order_id, status) KEY (order_id) VALUES ('1', 70)";
                    case POSTGRESQL ->
                        "INSERT INTO s2.t_order (order_id, status) VALUES ('1', 70) ON CONFLICT (order_id)"
                                + " DO UPDATE SET status = EXCLUDED.status";
                    default ->
                        "INSERT INTO s2.t_order (order_id, status) VALUES ('1', 70) ON DUPLICATE KEY UPDATE status = 71";
                };
        both.update(upsert).agree();
        allAgree();
    }

    @Test
    void locked() throws SQLException {
        both.begin();
        both.query("SELECT * FROM s2.pair WHERE x = 1 FOR UPDATE").agree();
        both.rollback();
    }
}
