package org.shardingjdbc.jdbc.definitions;

import java.io.IOException;
import java.sql.SQLException;
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

/** Issue 9, number 37: DROP and TRUNCATE of tables on different nodes, foreign keys within one node. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class SeveralTablesTest {
    private static final String[] TABLES = {"t", "d", "w", "s", "o", "bc", "one"};

    @Parameter
    private DatabaseKind kind;

    private Fixture<ShardingDataSource> shards;
    private PlainAndSharded both;

    @BeforeEach
    void open() throws SQLException, IOException {
        shards = DefinitionShards.create(kind, "several");
        both = shards.both();
        for (String table : TABLES) {
            both.setUp(
                    "CREATE TABLE " + table + " (id INT PRIMARY KEY, a INT)",
                    "INSERT INTO " + table + " VALUES (1, 1), (2, 2)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        both.close();
        shards.close();
    }

    @Test
    void tablesOfDifferentNodesAreDroppedAtOnce() {
        both.update("DROP TABLE t, w, s, o, bc").agree();
        for (String table : TABLES) {
            if (!table.equals("d") && !table.equals("one")) {
                both.query("SELECT * FROM " + table).bothFail();
            }
        }
        both.query("SELECT * FROM d").agree();
        both.update("DROP TABLE IF EXISTS t, w, s").agree();
        both.setUp("CREATE TABLE t (id INT PRIMARY KEY, other VARCHAR(9))", "INSERT INTO t VALUES (1, 'x')");
        both.query("SELECT * FROM t ORDER BY other").ordered().agree();
        both.update("DROP TABLE w, nothing").bothFail();
    }

    @Test
    void allOrNoneWhereDefinitionsAreOfTransactions() throws SQLException {
        if (kind != DatabaseKind.POSTGRESQL) {
            return;
        }
        both.update("DROP TABLE t, s, nothing, w").bothFail();
        both.query("SELECT * FROM t").agree();
        both.begin();
        both.setUp("DROP TABLE \"t\", w, public.s");
        both.rollback();
        both.query("SELECT * FROM w").agree();
        both.setUp("CREATE TABLE s2 (id INT PRIMARY KEY REFERENCES s (id))");
        both.update("DROP TABLE s, w").bothFail();
        both.query("SELECT * FROM w").agree();
        both.update("TRUNCATE TABLE s, s2, t, w, bc").agree();
        both.query("SELECT COUNT(*) FROM t").agree();
        both.query("SELECT * FROM bc").agree();
        both.query("SELECT * FROM d").agree();
        both.update("DROP TABLE s, w CASCADE").agree();
        both.setUp("INSERT INTO s2 VALUES (77)");
    }

    @Test
    void theCountOfADefinitionIsThatOfOneCopy() {
        String type =
                switch (kind) {
                    case H2 -> "ALTER COLUMN a BIGINT";
                    case POSTGRESQL -> "ALTER COLUMN a TYPE BIGINT";
                    case MARIADB, MYSQL -> "MODIFY a BIGINT";
                };
        both.update("ALTER TABLE bc " + type).agree();
        both.update("TRUNCATE TABLE bc").agree();
        both.query("SELECT * FROM bc").agree();
    }

    @Test
    void foreignKeysWithinOneNode() {
        both.setUp(
                "CREATE TABLE s2 (id INT PRIMARY KEY, ref INT, FOREIGN KEY (ref) REFERENCES s (id))",
                "INSERT INTO s2 VALUES (1, 2)");
        both.update("INSERT INTO s2 VALUES (2, 99)").bothFail();
        both.setUp("ALTER TABLE s2 ADD CONSTRAINT fk_one FOREIGN KEY (id) REFERENCES one (id)");
        both.update("INSERT INTO s2 VALUES (3, 1)").bothFail();
        both.setUp("ALTER TABLE one ADD CONSTRAINT fk_s FOREIGN KEY (a) REFERENCES s (id)");
        both.update("INSERT INTO one VALUES (5, 99)").bothFail();
        both.setUp("INSERT INTO one VALUES (5, 1)", "INSERT INTO s2 VALUES (5, 1)");
        both.query("SELECT * FROM s2").agree();
    }

    @Test
    void foreignKeysBetweenBindingTables() {
        both.setUp(
                "CREATE TABLE c (id INT PRIMARY KEY, FOREIGN KEY (id) REFERENCES t (id))", "INSERT INTO c VALUES (2)");
        both.update("INSERT INTO c VALUES (3)").bothFail();
        both.update("DELETE FROM t WHERE id = 2").bothFail();
        both.query("SELECT * FROM c").agree();
        both.update("ALTER TABLE d ADD CONSTRAINT fk FOREIGN KEY (id) REFERENCES t (id)")
                .isRefused("SHD-4113");
        if (kind != DatabaseKind.MARIADB && kind != DatabaseKind.MYSQL) {
            both.update("DROP TABLE t").bothFail();
        }
        both.update("DROP TABLE c, t, w").agree();
    }
}
