package org.shardingjdbc.jdbc.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Issue 9, number 10: indexes and constraints answer to the names that the database itself gave them. */
class GivenNamesTest {
    private static final String LONG = "a_rather_long_name_of_a_column_that_makes_names_too_long";

    private Fixture<ShardingDataSource> shards;
    private PlainAndSharded both;

    private void open(DatabaseKind kind) throws SQLException, IOException {
        shards = DefinitionShards.create(kind, "given_names");
        both = shards.both();
    }

    @AfterEach
    void close() throws SQLException {
        if (both != null) {
            both.close();
            shards.close();
        }
    }

    /** Indexes and constraints of a data source, of what users created. */
    private Set<String> objects(int dataSource) throws SQLException {
        Set<String> names = new TreeSet<>();
        String sql = "SELECT c.relname FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid"
                + " WHERE c.relnamespace = 'public'::regnamespace UNION SELECT conname FROM pg_constraint"
                + " WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')";
        try (Connection connection = shards.raw(dataSource).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @Test
    void constraintsAndIndexesOfPostgreSqlAreDropped() throws SQLException, IOException {
        open(DatabaseKind.POSTGRESQL);
        both.setUp(
                "CREATE TABLE c (id INT PRIMARY KEY, a INT CHECK (a > 0), b INT UNIQUE, " + LONG
                        + " INT, UNIQUE (id, a))",
                "CREATE TABLE t (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE s (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE bc (id INT PRIMARY KEY, a INT)",
                "CREATE INDEX ON c (a)",
                "CREATE INDEX ON c (" + LONG + ")",
                "CREATE INDEX ON s (a)",
                "CREATE INDEX ON bc (a)",
                "ALTER TABLE c ADD FOREIGN KEY (id) REFERENCES t (id)");
        both.update("ALTER TABLE c DROP CONSTRAINT IF EXISTS c_id_a_key").agree();
        both.update("ALTER TABLE c DROP CONSTRAINT c_b_key").agree();
        both.update("ALTER TABLE c DROP CONSTRAINT c_a_check, DROP CONSTRAINT \"c_id_fkey\"")
                .agree();
        both.update("ALTER TABLE c DROP CONSTRAINT IF EXISTS c_no_such_key").agree();
        both.update("ALTER TABLE c DROP CONSTRAINT c_no_such_key").bothFail();
        both.update("ALTER INDEX IF EXISTS c_a_idx RENAME TO by_a").agree();
        both.update("COMMENT ON INDEX by_a IS 'by a'").agree();
        both.update("REINDEX INDEX by_a").agree();
        both.update("DROP INDEX public.by_a").agree();
        both.update("ALTER TABLE c RENAME CONSTRAINT c_pkey TO c_key").agree();
        both.update("ALTER TABLE c DROP CONSTRAINT c_key").agree();
        both.update("ALTER INDEX s_a_idx RENAME TO s_b_idx").agree();
        both.update("DROP INDEX s_b_idx").agree();
        both.update("ALTER TABLE s DROP CONSTRAINT IF EXISTS s_pkey").agree();
        both.update("DROP INDEX bc_a_idx").agree();
        both.update("ALTER TABLE bc DROP CONSTRAINT bc_pkey").agree();
        both.update("DROP INDEX IF EXISTS c_no_such_idx").agree();
        Set<String> left = objects(0);
        left.addAll(objects(1));
        left.removeIf(name -> name.startsWith("t_"));
        assertThat(left).allMatch(name -> name.endsWith("_idx") && name.contains("a_rather"));
    }

    @Test
    void severalIndexesAreDroppedAtOnce() throws SQLException, IOException {
        open(DatabaseKind.POSTGRESQL);
        both.setUp(
                "CREATE TABLE c (id INT PRIMARY KEY, a INT, b INT)",
                "CREATE TABLE t (id INT PRIMARY KEY, a INT)",
                "CREATE INDEX ON c (a)",
                "CREATE INDEX named ON c (b)",
                "CREATE INDEX ON t (a)",
                "CREATE INDEX IF NOT EXISTS c_a_idx ON c (a)");
        both.update("CREATE INDEX c_a_idx ON c (b)").bothFail();
        both.update("DROP INDEX IF EXISTS c_a_idx, none, named, t_a_idx").agree();
        both.update("DROP INDEX c_a_idx").bothFail();
        assertThat(objects(0)).containsExactly("c_0_pkey", "c_2_pkey", "t_0_pkey", "t_2_pkey");
    }

    @Test
    void conflictsAreFoundByTheConstraintOfTheDatabase() throws SQLException, IOException {
        open(DatabaseKind.POSTGRESQL);
        both.setUp(
                "CREATE TABLE c (id INT PRIMARY KEY, a INT UNIQUE, b INT, CONSTRAINT own UNIQUE (b, id))",
                "INSERT INTO c VALUES (1, 1, 1), (2, 2, 2)");
        both.update("INSERT INTO c VALUES (1, 9, 9), (3, 3, 3) ON CONFLICT ON CONSTRAINT c_pkey DO NOTHING")
                .agree();
        both.update("INSERT INTO c VALUES (?, 9, 9) ON CONFLICT ON CONSTRAINT c_pkey DO UPDATE SET b = excluded.b", 2)
                .agree();
        both.update("INSERT INTO c VALUES (1, 9, 1), (4, 4, 4) ON CONFLICT ON CONSTRAINT own DO NOTHING")
                .agree();
        both.query("SELECT * FROM c").agree();
        both.update("INSERT INTO c VALUES (8, 1, 1) ON CONFLICT ON CONSTRAINT c_a_key DO NOTHING")
                .isRefused("SHD-2202");
    }

    @Test
    void longNamesAreShortenedAsPostgreSqlDoes() throws SQLException, IOException {
        open(DatabaseKind.POSTGRESQL);
        both.setUp("CREATE TABLE c (id INT PRIMARY KEY, " + LONG + " INT)", "CREATE INDEX ON c (" + LONG + ")");
        both.update("DROP INDEX c_" + LONG + "_idx").agree();
        assertThat(objects(1)).containsExactly("c_1_pkey", "c_3_pkey");
    }

    @Test
    void foreignKeysAndChecksOfMariaDbAreDropped() throws SQLException, IOException {
        open(DatabaseKind.MARIADB);
        dropsForeignKeysAndChecks("CONSTRAINT_1");
    }

    @Test
    void foreignKeysAndChecksOfMySqlAreDropped() throws SQLException, IOException {
        open(DatabaseKind.MYSQL);
        dropsForeignKeysAndChecks(null);
    }

    private void dropsForeignKeysAndChecks(String check) {
        both.setUp(
                "CREATE TABLE t (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE c (id INT PRIMARY KEY, a INT, b INT, CHECK (a > 0), FOREIGN KEY (id) REFERENCES t (id))",
                "INSERT INTO t VALUES (5, 5)");
        both.update("INSERT INTO c VALUES (5, 1, 1)").agree();
        both.update("INSERT INTO c VALUES (6, 1, 1)").bothFail();
        both.update("ALTER TABLE c DROP FOREIGN KEY c_ibfk_1").agree();
        both.update("INSERT INTO c VALUES (6, 1, 1)").agree();
        if (check != null) {
            both.update("INSERT INTO c VALUES (7, -1, 1)").bothFail();
            both.update("ALTER TABLE c DROP CONSTRAINT IF EXISTS " + check).agree();
            both.update("INSERT INTO c VALUES (7, -1, 1)").agree();
        }
    }

    /** H2 counts its names on, so that each actual table has others. */
    @Test
    void namesThatDifferAreRefused() throws SQLException, IOException {
        open(DatabaseKind.H2);
        both.setUp("CREATE TABLE c (id INT PRIMARY KEY, a INT UNIQUE)");
        String given;
        try (Connection connection = shards.raw(0).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"
                                + " WHERE TABLE_NAME = 'C_0' AND CONSTRAINT_TYPE = 'UNIQUE'")) {
            assertThat(rows.next()).isTrue();
            given = rows.getString(1);
        }
        both.update("ALTER TABLE c DROP CONSTRAINT IF EXISTS " + given).isRefused("SHD-2230");
        both.update("ALTER TABLE c DROP CONSTRAINT IF EXISTS no_such").agree();
    }
}
