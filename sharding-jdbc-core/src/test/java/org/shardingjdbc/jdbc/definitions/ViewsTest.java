package org.shardingjdbc.jdbc.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Issue 9, number 36: views over sharded tables are what they are in one database. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class ViewsTest {
    @Parameter
    private DatabaseKind kind;

    private Fixture<ShardingDataSource> shards;
    private PlainAndSharded both;

    @BeforeEach
    void open() throws SQLException, IOException {
        shards = DefinitionShards.create(kind, "views");
        both = shards.both();
        both.setUp(
                "CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20))",
                "CREATE TABLE c (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE d (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE w (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE bc (id INT PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE s (id INT PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE o (id INT PRIMARY KEY, name VARCHAR(20))",
                "INSERT INTO t VALUES (1, 10, 'x'), (2, 20, 'y'), (3, 10, NULL), (4, 30, 'x'), (5, NULL, 'z')",
                "INSERT INTO c VALUES (1, 1), (2, 10), (3, 3), (6, 10)",
                "INSERT INTO d VALUES (10, 1), (20, 2), (30, 3)",
                "INSERT INTO w VALUES (1, 7), (2, 8)",
                "INSERT INTO bc VALUES (10, 'ten'), (20, 'twenty')",
                "INSERT INTO s VALUES (1, 's1'), (2, 's2')",
                "INSERT INTO o VALUES (1, 'o1'), (3, 'o3')");
    }

    @AfterEach
    void close() throws SQLException {
        both.close();
        shards.close();
    }

    private boolean mySqlFamily() {
        return kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
    }

    @Test
    void viewIsReadAsItsQuery() {
        both.setUp("CREATE VIEW v AS SELECT id, a, b FROM t WHERE a > 5");
        both.query("SELECT * FROM v").agree();
        both.query("SELECT id FROM v WHERE id = ?", 2).agree();
        both.query("SELECT b, COUNT(*) AS n, SUM(a) AS total FROM v GROUP BY b").agree();
        both.query("SELECT x.id, x.a FROM v x ORDER BY x.a DESC, x.id LIMIT 2")
                .ordered()
                .agree();
        both.query("SELECT v.* FROM v WHERE v.b = 'x'").agree();
        both.query("SELECT v.id, c.a FROM v JOIN c ON v.id = c.id").agree();
        both.query("SELECT v.id, d.a FROM v JOIN d ON v.a = d.id").agree();
        both.query("SELECT id FROM c WHERE a IN (SELECT a FROM v)").agree();
        both.query("WITH q AS (SELECT a FROM v) SELECT COUNT(*) AS n FROM q").agree();
        both.query("SELECT l.id, r.id AS other FROM v l JOIN v r ON l.a = r.a").agree();
        both.update("INSERT INTO d (id, a) SELECT id + 100, a FROM v").agree();
        both.update("DELETE FROM d WHERE a IN (SELECT a FROM v)").agree();
        both.update("UPDATE c SET a = 0 WHERE id IN (SELECT id FROM v)").agree();
        both.query("SELECT * FROM c").agree();
        both.update("INSERT INTO t VALUES (7, 70, 'new')").agree();
        both.query("SELECT * FROM v").agree();
        both.query("SELECT nothing FROM v").bothFail();
    }

    @Test
    void viewsOfManyForms() {
        both.setUp(
                "CREATE VIEW v1 AS SELECT a, COUNT(*) AS n FROM t GROUP BY a",
                "CREATE VIEW v2 (k, other) AS SELECT id, a FROM t",
                "CREATE VIEW v3 AS SELECT t.id, t.a, c.a AS ca FROM t LEFT JOIN c ON t.id = c.id",
                "CREATE VIEW v4 AS SELECT id, a FROM t UNION ALL SELECT id, a FROM c",
                "CREATE VIEW v5 AS SELECT t.id, bc.name FROM t JOIN bc ON t.a = bc.id",
                "CREATE VIEW v6 AS SELECT t.id, d.a FROM t JOIN d ON t.a = d.id",
                "CREATE VIEW v7 AS SELECT k, n FROM v2 JOIN v1 ON v2.other = v1.a",
                "CREATE VIEW v8 AS SELECT t.id, s.name FROM t JOIN s ON t.id = s.id",
                "CREATE VIEW v9 AS SELECT t.id, o.name FROM t JOIN o ON t.id = o.id",
                "CREATE VIEW v10 AS SELECT id, a FROM w",
                "CREATE VIEW v11 AS SELECT id, a FROM t ORDER BY a DESC, id LIMIT 3",
                "CREATE VIEW v12 AS SELECT * FROM t",
                "CREATE VIEW v13 AS SELECT c.*, t.b FROM c JOIN t ON t.id = c.id",
                "CREATE VIEW v14 AS (SELECT c.id FROM c) UNION ALL SELECT t.id FROM c JOIN t ON t.id = c.id",
                "CREATE VIEW v15 AS SELECT id FROM t UNION ALL SELECT id FROM c UNION ALL SELECT id FROM w",
                "CREATE VIEW v16 AS (SELECT c.id FROM c) UNION ALL SELECT id FROM t UNION ALL (SELECT id FROM w)");
        for (int i = 1; i <= 16; i++) {
            both.query("SELECT * FROM v" + i).agree();
            both.query("SELECT COUNT(*) AS n FROM v" + i).agree();
        }
        both.query("SELECT other FROM v2 WHERE k = 4").agree();
        both.query("SELECT v9.name, v10.a FROM v9 JOIN v10 ON v9.id = v10.id").agree();
        both.setUp("ALTER TABLE t ADD COLUMN extra INT");
        both.query("SELECT * FROM v12").agree();
        both.query("SELECT * FROM v13").agree();
        both.setUp(
                "DROP VIEW v9",
                "DROP VIEW v10",
                kind == DatabaseKind.H2 ? "DROP VIEW v2 CASCADE" : "DROP VIEW v7, v2",
                "DROP VIEW IF EXISTS v2");
        both.query("SELECT * FROM v9").bothFail();
        both.update("DROP VIEW v2").bothFail();
    }

    @Test
    void viewsAreReplacedAndDropped() {
        both.setUp("CREATE VIEW v AS SELECT id FROM t");
        both.update("CREATE VIEW v AS SELECT id FROM c").bothFail();
        both.update("CREATE VIEW x AS SELECT nothing FROM t").bothFail();
        both.query("SELECT * FROM x").bothFail();
        both.setUp("CREATE OR REPLACE VIEW v AS SELECT id FROM c");
        both.query("SELECT * FROM v").agree();
        if (mySqlFamily()) {
            both.setUp("ALTER VIEW v AS SELECT a FROM t");
            both.query("SELECT * FROM v").agree();
        } else {
            both.setUp("ALTER VIEW v RENAME TO renamed");
            both.query("SELECT * FROM renamed").agree();
            both.query("SELECT * FROM v").bothFail();
            both.setUp("ALTER VIEW renamed RENAME TO v");
        }
        if (kind == DatabaseKind.POSTGRESQL) {
            both.update("DROP TABLE c").bothFail();
            both.query("SELECT * FROM v").agree();
        }
        both.setUp("DROP VIEW v");
        both.query("SELECT * FROM v").bothFail();
        both.setUp("CREATE VIEW v AS SELECT id, a FROM d");
        both.query("SELECT * FROM v").agree();
    }

    @Test
    void preparedStatementsFollow() throws SQLException {
        both.setUp("CREATE VIEW v AS SELECT id FROM t");
        try (PreparedStatement statement = both.sharded().prepareStatement("SELECT COUNT(*) FROM v WHERE id > ?")) {
            assertThat(count(statement)).isEqualTo(5);
            both.setUp("CREATE OR REPLACE VIEW v AS SELECT id FROM c");
            assertThat(count(statement)).isEqualTo(4);
        }
    }

    private static int count(PreparedStatement statement) throws SQLException {
        statement.setInt(1, 0);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static int count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Another instance has the views that this one made, as it has them now; so has this one after a restart. */
    @Test
    void otherInstancesSeeThem() throws SQLException, IOException {
        ShardingDataSource second = shards.another();
        try (Connection other = second.getConnection();
                PreparedStatement prepared = other.prepareStatement("SELECT COUNT(*) FROM t")) {
            assertThat(prepared.executeQuery().next()).isTrue();
            assertThatThrownBy(() -> count(other, "SELECT COUNT(*) FROM v")).isInstanceOf(SQLException.class);
            both.setUp("CREATE VIEW v AS SELECT id FROM t");
            assertThat(count(other, "SELECT COUNT(*) FROM v")).isEqualTo(5);
            try (PreparedStatement statement = other.prepareStatement("SELECT COUNT(*) FROM v WHERE id > ?")) {
                assertThat(count(statement)).isEqualTo(5);
                both.setUp("CREATE OR REPLACE VIEW v AS SELECT id FROM c");
                assertThat(count(statement)).isEqualTo(4);
                assertThat(count(other, "SELECT COUNT(*) FROM v")).isEqualTo(4);
                both.setUp("DROP VIEW v");
                assertThatThrownBy(() -> count(statement)).isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> count(other, "SELECT COUNT(*) FROM v")).isInstanceOf(SQLException.class);
        }
    }

    /** Who reads the view of one data source sees no part of the rows. */
    @Test
    void placeholderIsNotRead() throws SQLException {
        both.setUp(
                "CREATE TABLE u (id INT PRIMARY KEY)",
                "CREATE VIEW v AS SELECT id FROM t",
                "CREATE VIEW v_empty AS SELECT id FROM u");
        both.query("SELECT * FROM v_empty").agree();
        try (Connection connection = shards.raw(0).getConnection()) {
            assertThatThrownBy(() -> count(connection, "SELECT COUNT(*) FROM v"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> count(connection, "SELECT COUNT(id) FROM v_empty WHERE id = 1"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void metadataListsThem() throws SQLException {
        both.setUp("CREATE VIEW v AS SELECT id, b FROM t", "CREATE VIEW vw AS SELECT a FROM w");
        assertThat(described(both.sharded())).isEqualTo(described(both.plain()));
    }

    private List<String> described(Connection connection) throws SQLException {
        List<String> all = new ArrayList<>();
        DatabaseMetaData metaData = connection.getMetaData();
        String pattern = kind == DatabaseKind.H2 ? "V%" : "v%";
        String schema = kind == DatabaseKind.H2 ? "PUBLIC" : kind == DatabaseKind.POSTGRESQL ? "public" : null;
        try (ResultSet rows = metaData.getTables(connection.getCatalog(), schema, pattern, null)) {
            while (rows.next()) {
                all.add(rows.getString("TABLE_NAME") + " " + rows.getString("TABLE_TYPE"));
            }
        }
        try (ResultSet rows = metaData.getColumns(connection.getCatalog(), schema, pattern, "%")) {
            while (rows.next()) {
                all.add(rows.getString("TABLE_NAME") + "." + rows.getString("COLUMN_NAME") + " "
                        + rows.getString("TYPE_NAME") + " " + rows.getInt("COLUMN_SIZE"));
            }
        }
        return all;
    }

    @Test
    void refusedByName() {
        both.setUp("CREATE VIEW v AS SELECT id, a FROM t");
        both.update("UPDATE v SET a = 1").isRefused("SHD-2231");
        both.update("DELETE FROM v WHERE id = 1").isRefused("SHD-2231");
        both.update("INSERT INTO v VALUES (9, 9)").isRefused("SHD-2231");
        both.update("CREATE VIEW z AS SELECT * FROM t UNION SELECT * FROM t").isRefused("SHD-2233");
        both.update("CREATE VIEW z AS SELECT t.id FROM t JOIN s ON s.id = t.id JOIN o ON o.id = t.id")
                .isRefused("SHD-2206");
        both.update("CREATE VIEW d AS SELECT id FROM t").bothFail();
    }

    /** The view reads the table, whatever a common table expression around it is called. */
    @Test
    void commonTableHidesNoTableOfAView() {
        both.setUp("CREATE VIEW v AS SELECT id, a FROM t");
        both.query("WITH t AS (SELECT 1 AS id, 2 AS a) SELECT * FROM v").agree();
        both.query("WITH q AS (SELECT 1 AS id) SELECT v.id, v.a FROM v JOIN q ON q.id = v.id")
                .agree();
    }

    @Test
    void viewsInTransactions() throws SQLException {
        if (kind != DatabaseKind.POSTGRESQL) {
            return;
        }
        both.begin();
        both.setUp("CREATE VIEW v AS SELECT id FROM t");
        both.query("SELECT * FROM v").agree();
        both.rollback();
        both.query("SELECT * FROM v").bothFail();
        both.begin();
        both.setUp("CREATE VIEW v AS SELECT id FROM t");
        both.commit();
        both.query("SELECT * FROM v").agree();
        both.update("DROP TABLE t CASCADE").agree();
        both.query("SELECT * FROM v").bothFail();
    }
}
