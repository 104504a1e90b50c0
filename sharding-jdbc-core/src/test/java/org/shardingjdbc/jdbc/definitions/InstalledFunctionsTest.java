package org.shardingjdbc.jdbc.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.h2.api.AggregateFunction;
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

/** Issue 9, number 37: what functions are that no list of ours names, the database's own catalog says. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class InstalledFunctionsTest {
    @Parameter
    private DatabaseKind kind;

    private Fixture<ShardingDataSource> shards;
    private PlainAndSharded both;

    /** H2's. */
    public static final class Product implements AggregateFunction {
        private int product = 1;

        @Override
        public int getType(int[] inputTypes) {
            return Types.INTEGER;
        }

        @Override
        public void add(Object value) {
            product *= value == null ? 1 : (Integer) value;
        }

        @Override
        public Object getResult() {
            return product;
        }
    }

    @BeforeEach
    void open() throws SQLException, IOException {
        shards = DefinitionShards.create(kind, "installed");
        both = shards.both();
        both.setUp(
                "CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20))",
                "CREATE TABLE d (id INT PRIMARY KEY, a INT)",
                "CREATE TABLE bc (id INT PRIMARY KEY, x DOUBLE PRECISION)",
                "INSERT INTO t VALUES (1, 2, 'x'), (2, 3, 'y'), (3, 2, NULL), (4, 5, 'x'), (6, NULL, 'z')",
                "INSERT INTO d VALUES (1, 2), (2, 6), (3, 3), (5, 5)",
                "INSERT INTO bc VALUES (1, 0.5), (2, 1.5)");
        both.setUp(
                switch (kind) {
                    case H2 ->
                        new String[] {
                            "CREATE ALIAS plus_one DETERMINISTIC FOR \"java.lang.Math.incrementExact(int)\"",
                            "CREATE ALIAS dice FOR \"java.lang.Math.random\"",
                            "CREATE AGGREGATE product FOR \"" + Product.class.getName() + "\""
                        };
                    case POSTGRESQL ->
                        new String[] {
                            "CREATE FUNCTION plus_one(x int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT x + 1'",
                            "CREATE FUNCTION dice() RETURNS float8 LANGUAGE sql AS 'SELECT random()'",
                            "CREATE AGGREGATE product(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1')"
                        };
                    case MARIADB ->
                        new String[] {
                            "CREATE FUNCTION plus_one(x INT) RETURNS INT DETERMINISTIC NO SQL RETURN x + 1",
                            "CREATE FUNCTION dice() RETURNS DOUBLE NOT DETERMINISTIC NO SQL RETURN RAND()",
                            "CREATE AGGREGATE FUNCTION product(x INT) RETURNS INT DETERMINISTIC CONTAINS SQL BEGIN"
                                    + " DECLARE p INT DEFAULT 1; DECLARE CONTINUE HANDLER FOR NOT FOUND RETURN p;"
                                    + " LOOP FETCH  GROUP NEXT ROW; SET p = p * COALESCE(x, 1); END LOOP; END"
                        };
                    case MYSQL ->
                        new String[] {
                            "CREATE FUNCTION plus_one(x INT) RETURNS INT DETERMINISTIC NO SQL RETURN x + 1",
                            "CREATE FUNCTION dice() RETURNS DOUBLE NOT DETERMINISTIC NO SQL RETURN RAND()"
                        };
                });
    }

    @AfterEach
    void close() throws SQLException {
        both.close();
        shards.close();
    }

    @Test
    void scalarsAreComputedWhereTheRowsAre() {
        both.query("SELECT id, plus_one(id) AS n FROM t ORDER BY plus_one(id) DESC LIMIT 3")
                .ordered()
                .agree();
        both.query("SELECT plus_one(id) AS n, COUNT(*) AS many FROM t GROUP BY plus_one(id)")
                .agree();
        both.query("SELECT t.id, plus_one(d.id) AS n FROM t JOIN d ON t.a = d.a")
                .agree();
        both.query("SELECT id FROM t WHERE plus_one(id) IN (SELECT plus_one(a) FROM d)")
                .agree();
        both.query("SELECT t.id, d.id AS other FROM t JOIN d ON plus_one(t.id) = d.a ORDER BY t.id, d.id LIMIT 2")
                .ordered()
                .agree();
        both.update("UPDATE t SET a = (SELECT plus_one(MAX(id)) FROM bc) WHERE id > 2")
                .agree();
        both.update("DELETE FROM t WHERE EXISTS (SELECT 1 FROM bc WHERE plus_one(bc.id) = t.id)")
                .agree();
        both.query("SELECT * FROM t").agree();
    }

    @Test
    void functionsOfPostgreSqlThatNoListNames() {
        if (kind != DatabaseKind.POSTGRESQL) {
            return;
        }
        both.query("SELECT t.id, gcd(t.a, d.a) AS n, factorial(d.id) AS f FROM t JOIN d ON t.a = d.a")
                .agree();
        both.query("SELECT starts_with(b, 'x') AS s, bool_or(a > 2) FROM t GROUP BY 1")
                .agree();
        both.query("SELECT t.id, jsonb_pretty(jsonb_build_object('a', d.a)) AS j FROM t JOIN d ON t.a = d.a")
                .agree();
        both.query("SELECT range_agg(int4range(id, id + 1)) AS r FROM t").agree();
        both.query("SELECT t.id, x FROM t JOIN d ON t.a = d.a, string_to_table('a,b', ',') AS x")
                .agree();
    }

    /** Each data node's would be the aggregate of its own rows. */
    @Test
    void aggregatesAreComputedOfAllRows() {
        if (kind == DatabaseKind.MYSQL) {
            return;
        }
        both.query("SELECT product(a) AS p FROM t").agree();
        both.query("SELECT b, product(a) AS p FROM t GROUP BY b").agree();
        both.query("SELECT product(id) AS p FROM t ORDER BY 1 LIMIT 1").agree();
        both.query("SELECT t.b, product(d.a) AS p FROM t JOIN d ON t.a = d.a GROUP BY t.b")
                .agree();
        both.query("SELECT id FROM t WHERE a < (SELECT product(a) FROM d)").agree();
        both.query("SELECT product(id) AS p FROM t WHERE id = 3").agree();
    }

    /** The built-in of that name has one value for each row. */
    @Test
    void aggregatesWithNamesOfBuiltInFunctions() throws SQLException {
        if (kind == DatabaseKind.MYSQL) {
            return;
        }
        everywhere(
                switch (kind) {
                    case H2 ->
                        List.of(
                                "CREATE AGGREGATE strpos FOR \"" + Product.class.getName() + "\"",
                                "CREATE SCHEMA app",
                                "CREATE AGGREGATE app.strpos FOR \"" + Product.class.getName() + "\"");
                    case POSTGRESQL ->
                        List.of(
                                "CREATE AGGREGATE array_cat(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1')",
                                "CREATE SCHEMA app",
                                "CREATE AGGREGATE app.replace(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1')",
                                "CREATE AGGREGATE app.count(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1')");
                    default -> List.of(mariaDbProduct("array_cat"));
                });
        if (kind == DatabaseKind.MARIADB) {
            once("CREATE DATABASE IF NOT EXISTS app_functions");
            once("DROP FUNCTION IF EXISTS app_functions.round");
            once(mariaDbProduct("app_functions.round"));
        }
        for (String name :
                switch (kind) {
                    case H2 -> List.of("strpos", "app.strpos");
                    case POSTGRESQL -> List.of("array_cat", "app.replace", "app.count");
                    default -> List.of("array_cat", "app_functions.round");
                }) {
            both.query("SELECT " + name + "(a) AS p FROM t").agree();
            both.query("SELECT b, " + name + "(a) AS p FROM t GROUP BY b").agree();
            both.query("SELECT " + name + "(id) AS p FROM t ORDER BY 1 LIMIT 1").agree();
            both.query("SELECT t.b, " + name + "(d.a) AS p FROM t JOIN d ON t.a = d.a GROUP BY t.b")
                    .agree();
            both.query("SELECT id FROM t WHERE a < (SELECT " + name + "(a) FROM d)")
                    .agree();
            both.query("SELECT x.p FROM (SELECT " + name + "(a) AS p FROM t) x").agree();
            both.query("SELECT " + name + "(id) AS p FROM t WHERE id = 3").agree();
            both.query("SELECT " + name + "(id) AS p FROM t WHERE id = 3 AND id = 4")
                    .agree();
        }
    }

    /** The built-in of that name follows from its arguments. */
    @Test
    void functionsWithNamesOfBuiltInOnesThatDifferEachTime() throws SQLException {
        switch (kind) {
            case H2 -> {
                everywhere(List.of(
                        "CREATE ALIAS split_part FOR \"java.lang.Math.random\"",
                        "CREATE SCHEMA app",
                        "CREATE ALIAS app.split_part FOR \"java.lang.Math.random\""));
            }
            case POSTGRESQL -> {
                everywhere(List.of(
                        "CREATE FUNCTION split_part() RETURNS float8 LANGUAGE sql AS 'SELECT random()'",
                        "CREATE SCHEMA app",
                        "CREATE FUNCTION app.round() RETURNS float8 LANGUAGE sql AS 'SELECT random()'"));
            }
            default -> {
                everywhere(
                        List.of("CREATE FUNCTION split_part() RETURNS DOUBLE NOT DETERMINISTIC NO SQL RETURN RAND()"));
                once("CREATE DATABASE IF NOT EXISTS app_functions");
                once("DROP FUNCTION IF EXISTS app_functions.floor");
                once("CREATE FUNCTION app_functions.floor() RETURNS DOUBLE NOT DETERMINISTIC NO SQL RETURN RAND()");
            }
        }
        int id = 7;
        for (String call :
                switch (kind) {
                    case H2 -> List.of("split_part()", "app.split_part()");
                    case POSTGRESQL -> List.of("split_part()", "app.round()");
                    default -> List.of("split_part()", "app_functions.floor()");
                }) {
            assertOneValue("SELECT t.id, r.x FROM t, (SELECT " + call + " AS x) r", true);
            assertOneValue("SELECT t.id, r.x FROM t, (SELECT MAX(x + " + call + ") AS x FROM bc) r", true);
            String insert = "INSERT INTO bc VALUES (" + id++ + ", " + call + ")";
            for (String sql : List.of(insert, "UPDATE bc SET x = " + call)) {
                try (Statement statement = both.sharded().createStatement()) {
                    statement.executeUpdate(sql);
                } catch (SQLException refused) {
                    assertThat(refused.getMessage()).startsWith("SHD-2");
                }
                assertCopiesAlike();
            }
        }
    }

    private static String mariaDbProduct(String name) {
        return "CREATE AGGREGATE FUNCTION " + name + "(x INT) RETURNS INT DETERMINISTIC CONTAINS SQL BEGIN"
                + " DECLARE p INT DEFAULT 1; DECLARE CONTINUE HANDLER FOR NOT FOUND RETURN p;"
                + " LOOP FETCH  GROUP NEXT ROW; SET p = p * COALESCE(x, 1); END LOOP; END";
    }

    /** In the plain database, and in each one behind the shards. */
    private void everywhere(List<String> definitions) throws SQLException {
        for (String definition : definitions) {
            once(definition);
            for (int i = 0; i < 2; i++) {
                try (Connection connection = shards.raw(i).getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute(definition);
                }
            }
        }
    }

    private void once(String definition) throws SQLException {
        try (Statement statement = both.plain().createStatement()) {
            statement.execute(definition);
        }
    }

    /** All copies of a broadcast table are alike. */
    @Test
    void whatDiffersEachTimeIsComputedOnce() throws SQLException {
        for (String sql : List.of(
                "INSERT INTO bc VALUES (7, dice())",
                "UPDATE bc SET x = dice()",
                "INSERT INTO bc SELECT id + 10, dice() FROM bc",
                "UPDATE bc SET x = 1 WHERE x < dice()")) {
            try (Statement statement = both.sharded().createStatement()) {
                statement.executeUpdate(sql);
            } catch (SQLException refused) {
                assertThat(refused.getMessage()).startsWith("SHD-2");
            }
            assertCopiesAlike();
        }
    }

    /** In FROM it is computed once, as one database does, and not once on each data node. */
    @Test
    void whatDiffersEachTimeHasOneValueInFrom() throws SQLException {
        List<String> built = List.of(
                "SELECT t.id, r.x FROM t, (SELECT " + random() + " AS x) r",
                "SELECT t.id, r.x FROM t JOIN (SELECT MAX(x + " + random() + ") AS x FROM bc) r ON 1 = 1",
                "WITH r AS (SELECT " + random() + " AS x) SELECT t.id, r.x FROM t, r",
                switch (kind) {
                    case H2 -> "SELECT t.id, r.x FROM t, UNNEST(ARRAY[RAND()]) r (x)";
                    case POSTGRESQL -> "SELECT t.id, r.x FROM t, unnest(ARRAY[random()]) r (x)";
                    case MARIADB, MYSQL ->
                        "SELECT t.id, r.x FROM t, JSON_TABLE(CONCAT('[', RAND(), ']'), '$[*]' COLUMNS"
                                + " (x VARCHAR(40) PATH '$')) r";
                },
                switch (kind) {
                    case H2 ->
                        "SELECT t.id, MAX(r.x) AS x FROM t,"
                                + " SYSTEM_RANGE(1, 1 + CAST(RAND() * 1000000 AS INT)) r GROUP BY t.id";
                    case POSTGRESQL ->
                        "SELECT t.id, MAX(r) AS x FROM t JOIN"
                                + " generate_series(1, 1 + (random() * 100000)::int) r ON true GROUP BY t.id";
                    case MARIADB, MYSQL -> "SELECT t.id, r.x FROM t CROSS JOIN (SELECT UUID() AS x) r";
                },
                kind == DatabaseKind.MARIADB
                        ? "WITH r (x) AS (VALUES (RAND())) SELECT t.id, r.x FROM t, r"
                        : kind == DatabaseKind.MYSQL
                                ? "SELECT t.id, r.x FROM t, (SELECT RAND() UNION ALL SELECT 1 LIMIT 1) r (x)"
                                : "SELECT t.id, r.x FROM t, (VALUES (" + random() + ")) r (x)");
        for (String sql : built) {
            assertOneValue(sql, false);
        }
        for (String sql : List.of(
                "SELECT t.id, r.x FROM t, (SELECT dice() AS x) r",
                "WITH r AS (SELECT dice() AS x) SELECT t.id, r.x FROM t, r",
                "SELECT t.id, r.x FROM t, (SELECT MAX(x + dice()) AS x FROM bc) r",
                kind == DatabaseKind.POSTGRESQL
                        ? "SELECT t.id, r AS x FROM t, dice() r"
                        : "SELECT t.id, r.x FROM t JOIN (SELECT dice() AS x) r ON 1 = 1")) {
            assertOneValue(sql, true);
        }
    }

    private String random() {
        return kind == DatabaseKind.POSTGRESQL ? "random()" : "RAND()";
    }

    /** H2 and MariaDB compute some of them anew for each row, wherever that is. */
    private void assertOneValue(String sql, boolean mayBeRefused) throws SQLException {
        int values = values(both.plain(), sql);
        try {
            assertThat(values(both.sharded(), sql)).as(sql).isEqualTo(values);
        } catch (SQLException refused) {
            assertThat(mayBeRefused).as(refused.getMessage()).isTrue();
            assertThat(refused.getMessage()).startsWith("SHD-2");
        }
    }

    private static int values(Connection connection, String sql) throws SQLException {
        Set<String> values = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString("x"));
            }
        }
        return values.size();
    }

    private void assertCopiesAlike() throws SQLException {
        Set<String> copies = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            try (Connection connection = shards.raw(i).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id, x FROM bc ORDER BY id")) {
                StringBuilder copy = new StringBuilder();
                while (rows.next()) {
                    copy.append(rows.getInt(1))
                            .append(' ')
                            .append(rows.getString(2))
                            .append('\n');
                }
                copies.add(copy.toString());
            }
        }
        assertThat(copies).as("copies of bc").hasSize(1);
    }
}
