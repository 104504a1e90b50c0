package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Tables that a second instance redefines while this one has plans, open connections and prepared statements: nothing
 * is to be noticed of it but the new definition, at once, as on one database.
 */
class RedefinedElsewhereTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy:
                    standard:
                      shardingColumn: id
                      shardingAlgorithmName: mod_4
                c2:
                  actualDataSources: ds_${0..1}
                  shardingStrategy:
                    standard:
                      shardingColumn: id
                      shardingAlgorithmName: mod_4
                c:
                  actualDataSources: ds_${0..1}
                  shardingStrategy:
                    standard:
                      shardingColumn: id
                      shardingAlgorithmName: mod_4
              bindingTables:
              - t, c2
              shardingAlgorithms:
                mod_4:
                  type: MOD
                  props:
                    sharding-count: 4
            - !SINGLE
              tables:
              - ds_0.s
            - !BROADCAST
              tables:
              - bc
            """;

    private static final String CREATE = "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT, b VARCHAR(20))";

    /** With a result in any order. */
    private static final List<String> QUERIES = List.of(
            "SELECT * FROM t ORDER BY a, id",
            "SELECT * FROM t",
            "SELECT * FROM t WHERE id = 3",
            "SELECT * FROM t ORDER BY 2, 1",
            "SELECT * FROM t ORDER BY a DESC, id LIMIT 3",
            "SELECT DISTINCT * FROM t",
            "SELECT DISTINCT * FROM t ORDER BY a, id",
            "SELECT x.*, 1 FROM t x ORDER BY x.a, x.id",
            "SELECT id, a, b FROM t ORDER BY a, id",
            "SELECT id FROM t ORDER BY b, a",
            "SELECT a, COUNT(*) FROM t GROUP BY a ORDER BY a",
            "SELECT b, COUNT(*) FROM t GROUP BY b ORDER BY b",
            "SELECT MAX(a), MIN(b) FROM t",
            "SELECT DISTINCT a FROM t",
            "SELECT * FROM t JOIN c ON t.a = c.a ORDER BY t.id, c.id",
            "SELECT t.id FROM t JOIN c ON t.a = c.a ORDER BY t.a, t.id, c.id",
            "SELECT * FROM t UNION ALL SELECT * FROM t ORDER BY 1, 2",
            "SELECT * FROM t UNION SELECT * FROM t",
            "SELECT * FROM (SELECT * FROM t) x ORDER BY a, id",
            "SELECT * FROM t WHERE a IN (SELECT a FROM c) ORDER BY id",
            "SELECT * FROM t NATURAL JOIN c ORDER BY id",
            "SELECT x.p, x.q FROM (SELECT * FROM t) x(p, q, r) JOIN c ON c.id = x.p ORDER BY x.p",
            "SELECT * FROM bc JOIN t ON t.a = bc.id ORDER BY t.id",
            "SELECT * FROM s ORDER BY id",
            "SELECT * FROM s JOIN t ON t.a = s.id ORDER BY t.id");

    private Fixture<ShardingDataSource> shards;

    /** How the tables are redefined, by what it is. */
    private static Map<String, List<String>> redefinitions() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        List<String> add = new ArrayList<>();
        List<String> order = new ArrayList<>();
        List<String> types = new ArrayList<>();
        List<String> rename = new ArrayList<>();
        for (String table : List.of("t", "s", "bc")) {
            add.add("ALTER TABLE " + table + " ADD COLUMN d INT DEFAULT 7");
            order.add("DROP TABLE " + table);
            order.add("CREATE TABLE " + table + " (b VARCHAR(20), a INT, id INT NOT NULL PRIMARY KEY)");
            order.add("INSERT INTO " + table + " (id, a, b) VALUES " + rows());
            types.add("DROP TABLE " + table);
            types.add("CREATE TABLE " + table + " (id INT NOT NULL PRIMARY KEY, a VARCHAR(20), b INT)");
            types.add("INSERT INTO " + table + " (id, a, b) VALUES (1, 'x10', 3), (2, 'x9', 20), (3, 'b', 100),"
                    + " (4, 'q', 9), (5, 'a', 1), (6, 'x9', 20)");
            rename.add("DROP TABLE " + table);
            rename.add("CREATE TABLE " + table + " (id INT NOT NULL PRIMARY KEY, d INT, b VARCHAR(20))");
            rename.add("INSERT INTO " + table + " (id, d, b) VALUES " + rows());
        }
        all.put("ADD COLUMN", add);
        all.put("another order", order);
        all.put("other types", types);
        all.put("another name", rename);
        return all;
    }

    private static String rows() {
        return "(1, 30, 'v'), (2, 20, 'u'), (3, 10, 'z'), (4, 5, 'w'), (5, 20, 'a'), (6, 1, 'y')";
    }

    @AfterEach
    void close() throws SQLException {
        shards.close();
    }

    private static void execute(DataSource database, List<String> statements) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> schema() {
        List<String> all = new ArrayList<>();
        for (String table : List.of("t", "c", "s", "bc")) {
            all.add("DROP TABLE IF EXISTS " + table);
            all.add(
                    table.equals("c")
                            ? "CREATE TABLE c (id INT NOT NULL PRIMARY KEY, a INT)"
                            : CREATE.replace("TABLE t", "TABLE " + table));
            all.add("INSERT INTO " + table
                    + (table.equals("c") ? " VALUES (1, 10), (2, 20), (3, 30), (4, 5)" : " VALUES " + rows()));
        }
        return all;
    }

    private static List<List<String>> read(ResultSet result, boolean sorted) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (result) {
            int width = result.getMetaData().getColumnCount();
            List<String> labels = new ArrayList<>();
            for (int i = 1; i <= width; i++) {
                labels.add(result.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
            }
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
            if (!sorted) {
                rows.sort((x, y) -> x.toString().compareTo(y.toString()));
            }
            rows.add(0, labels);
        }
        return rows;
    }

    private static String answer(Statement statement, String sql) {
        boolean sorted = sql.contains("ORDER BY");
        try {
            ResultSet rows = statement instanceof PreparedStatement prepared
                    ? prepared.executeQuery()
                    : statement.executeQuery(sql);
            return read(rows, sorted).toString();
        } catch (SQLException e) {
            return "error " + e.getSQLState() + " " + e.getMessage();
        } catch (RuntimeException e) {
            return "unchecked " + e;
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void queriesGoOn(DatabaseKind kind) throws Exception {
        shards = create(kind);
        DataSource plain = shards.plain();
        List<String> differences = new ArrayList<>();
        for (boolean prepared : new boolean[] {true, false}) {
            for (Map.Entry<String, List<String>> redefinition : redefinitions().entrySet()) {
                try (ShardingDataSource other = shards.another();
                        ShardingDataSource sharded = shards.another();
                        Connection connection = sharded.getConnection();
                        Connection one = plain.getConnection()) {
                    execute(plain, schema());
                    execute(other, schema());
                    connection.setAutoCommit(prepared);
                    Map<String, Statement> statements = warm(kind, connection, one, prepared);
                    execute(plain, redefinition.getValue());
                    execute(other, redefinition.getValue());
                    for (Map.Entry<String, Statement> each : statements.entrySet()) {
                        String found = difference(one, each.getValue(), each.getKey());
                        if (found != null) {
                            differences.add((prepared ? "prepared, " : "") + redefinition.getKey() + ": " + found);
                        }
                        if (!prepared) {
                            connection.rollback();
                        }
                    }
                }
            }
        }
        assertThat(String.join("\n", differences)).isEmpty();
    }

    /** Executes all queries as often as makes drivers keep what they prepared for them. */
    private static Map<String, Statement> warm(
            DatabaseKind kind, Connection connection, Connection plain, boolean prepared) throws SQLException {
        Map<String, Statement> statements = new LinkedHashMap<>();
        for (String sql : QUERIES) {
            if (kind == DatabaseKind.MARIADB && sql.contains("x(p")) {
                continue;
            }
            Statement statement = prepared ? connection.prepareStatement(sql) : connection.createStatement();
            statements.put(sql, statement);
            for (int i = 0; i < (kind == DatabaseKind.POSTGRESQL ? 6 : 2); i++) {
                assertThat(difference(plain, statement, sql)).isNull();
            }
        }
        if (!prepared) {
            connection.commit();
        }
        return statements;
    }

    /** What is another answer than that of the plain database; errors are alike. */
    private static String difference(Connection plain, Statement statement, String sql) throws SQLException {
        String expected;
        try (Statement one = plain.createStatement()) {
            expected = answer(one, sql);
        }
        String found = answer(statement, sql);
        boolean same = found.equals(expected) || expected.startsWith("error") && found.startsWith("error");
        return same ? null : sql + "\n     " + found + "\n     " + expected;
    }

    private static Fixture<ShardingDataSource> create(DatabaseKind kind) throws SQLException, IOException {
        return Fixture.on(kind, "elsewhere")
                .rules(RULES)
                .pool("maximumPoolSize: 6")
                .open(ShardingDataSourceFactory::create);
    }

    /** A way to insert rows, beginning with an id. */
    private interface Insertion {
        void insert(Connection connection, PreparedStatement prepared, int id) throws SQLException;
    }

    private static void set(PreparedStatement prepared, int id) throws SQLException {
        prepared.setInt(1, id);
        prepared.setString(2, "30");
        prepared.setString(3, "40");
    }

    private static Map<String, Insertion> insertions() {
        Map<String, Insertion> all = new LinkedHashMap<>();
        all.put("prepared", (connection, prepared, id) -> {
            set(prepared, id);
            assertThat(prepared.executeUpdate()).isEqualTo(1);
        });
        all.put("prepared batch", (connection, prepared, id) -> {
            // MariaDB's own batch fails on a statement that was prepared for the table of before
            try (PreparedStatement anew = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
                for (int i = 0; i < 5; i++) {
                    set(anew, id + i);
                    anew.addBatch();
                }
                assertThat(anew.executeBatch()).hasSize(5);
            }
        });
        all.put("batch", (connection, prepared, id) -> {
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("INSERT INTO t VALUES (" + id + ", '7', '8')");
                statement.addBatch("INSERT INTO t VALUES (" + (id + 1) + ", '7', '8')");
                assertThat(statement.executeBatch()).containsExactly(1, 1);
            }
        });
        all.put(
                "row",
                (connection, prepared, id) -> execute(connection, "INSERT INTO t VALUES (" + id + ", '7', '8')"));
        all.put(
                "rows",
                (connection, prepared, id) -> execute(
                        connection, "INSERT INTO t VALUES (" + id + ", '7', '8'), (" + (id + 1) + ", '9', '10')"));
        all.put(
                "copies of single rows",
                (connection, prepared, id) ->
                        execute(connection, "INSERT INTO t SELECT id + " + id + ", a, b FROM c2"));
        all.put(
                "copies of all columns",
                (connection, prepared, id) -> execute(connection, "INSERT INTO t SELECT * FROM s"));
        all.put(
                "copies in place",
                (connection, prepared, id) -> execute(connection, "INSERT INTO t SELECT * FROM c2 WHERE id > 0"));
        all.put(
                "broadcast",
                (connection, prepared, id) -> execute(connection, "INSERT INTO bc VALUES (" + id + ", '7', '8')"));
        all.put(
                "single",
                (connection, prepared, id) -> execute(connection, "INSERT INTO s VALUES (" + id + ", '7', '8')"));
        return all;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** All tables made anew with their columns in that order, and some rows to be copied. */
    private static List<String> remade(String columns) {
        List<String> all = new ArrayList<>();
        for (String table : List.of("t", "s", "bc", "c2")) {
            all.add("DROP TABLE IF EXISTS " + table);
            all.add("CREATE TABLE " + table + " (" + columns + ")");
        }
        all.add("INSERT INTO c2 (id, a, b) VALUES (101, 'x', 'y'), (102, 'z', 'u'), (103, 'v', 'w')");
        all.add("INSERT INTO s (id, a, b) VALUES (111, 'x', 'y'), (112, 'z', 'u'), (113, 'v', 'w')");
        return all;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void insertsWithoutAListFillTheColumnsOfNow(DatabaseKind kind) throws Exception {
        shards = create(kind);
        DataSource plain = shards.plain();
        List<String> before = remade("id INT NOT NULL PRIMARY KEY, a VARCHAR(9), b VARCHAR(9)");
        List<String> after = remade("id INT NOT NULL PRIMARY KEY, b VARCHAR(9), a VARCHAR(9)");
        for (boolean autoCommit : new boolean[] {true, false}) {
            for (Map.Entry<String, Insertion> form : insertions().entrySet()) {
                try (ShardingDataSource other = shards.another();
                        ShardingDataSource sharded = shards.another()) {
                    List<String> found = new ArrayList<>();
                    for (DataSource each : List.of(plain, sharded)) {
                        DataSource elsewhere = each == plain ? plain : other;
                        execute(elsewhere, before);
                        try (Connection connection = each.getConnection()) {
                            connection.setAutoCommit(autoCommit);
                            PreparedStatement prepared = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)");
                            form.getValue().insert(connection, prepared, 1);
                            if (!autoCommit) {
                                connection.commit();
                            }
                            execute(elsewhere, after);
                            form.getValue().insert(connection, prepared, 21);
                            found.add(rows(connection, "t") + rows(connection, "bc") + rows(connection, "s"));
                            if (!autoCommit) {
                                connection.commit();
                            }
                        }
                    }
                    assertThat(found.get(1))
                            .as("%s, autocommit %s", form.getKey(), autoCommit)
                            .isEqualTo(found.get(0));
                    placedRight(sharded);
                }
            }
        }
    }

    /** Each row is found by its sharding column. */
    private static void placedRight(DataSource sharded) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement all = connection.createStatement();
                PreparedStatement one = connection.prepareStatement("SELECT a FROM t WHERE id = ?");
                ResultSet ids = all.executeQuery("SELECT id FROM t")) {
            while (ids.next()) {
                one.setInt(1, ids.getInt(1));
                try (ResultSet row = one.executeQuery()) {
                    assertThat(row.next()).as("id %d", ids.getInt(1)).isTrue();
                }
            }
        }
    }

    private static String rows(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return answer(statement, "SELECT id, a, b FROM " + table + " ORDER BY id");
        }
    }

    /** What runs while columns come and go. */
    private static void runUntil(
            AtomicBoolean end, DataSource sharded, int thread, AtomicInteger rounds, List<String> failures) {
        List<String> queries = List.of(
                "SELECT * FROM t ORDER BY a, id",
                "SELECT * FROM t",
                "SELECT DISTINCT * FROM t ORDER BY id",
                "SELECT * FROM t WHERE id = 3",
                "SELECT t.id, c.a FROM t JOIN c ON t.a = c.a ORDER BY t.id, c.id",
                "SELECT COUNT(*), SUM(a) FROM t");
        try (Connection connection = sharded.getConnection()) {
            List<PreparedStatement> prepared = new ArrayList<>();
            for (String sql : queries) {
                prepared.add(connection.prepareStatement(sql));
            }
            PreparedStatement update = connection.prepareStatement("UPDATE t SET b = ? WHERE a < 100");
            for (int round = 0; !end.get(); round++) {
                for (PreparedStatement each : prepared) {
                    try (ResultSet rows = each.executeQuery()) {
                        while (rows.next()) {
                            rows.getInt(1);
                        }
                    }
                }
                if (thread == 0) {
                    update.setString(1, "r" + round);
                    if (update.executeUpdate() != 6) {
                        failures.add("rows are lost");
                    }
                }
                rounds.incrementAndGet();
            }
        } catch (SQLException | RuntimeException e) {
            failures.add(thread + ": " + e);
        }
    }

    /** H2 itself does not find a table while it alters it. */
    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void nobodyNoticesColumnsThatComeAndGo(DatabaseKind kind) throws Exception {
        shards = create(kind);
        List<String> failures = new CopyOnWriteArrayList<>();
        try (ShardingDataSource other = shards.another();
                ShardingDataSource sharded = shards.another()) {
            execute(other, schema());
            AtomicBoolean end = new AtomicBoolean();
            List<Thread> threads = new ArrayList<>();
            List<AtomicInteger> rounds = List.of(new AtomicInteger(), new AtomicInteger());
            for (int i = 0; i < 2; i++) {
                int number = i;
                Thread thread = new Thread(() -> runUntil(end, sharded, number, rounds.get(number), failures));
                threads.add(thread);
                thread.start();
            }
            for (int i = 0; i < 4; i++) {
                alterNodes("ADD COLUMN d INT DEFAULT 7");
                awaitMore(rounds, failures);
                alterNodes("DROP COLUMN d");
                awaitMore(rounds, failures);
            }
            end.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(failures).isEmpty();
    }

    /** As a migration does it: one actual table after the other. */
    private void alterNodes(String change) throws SQLException {
        for (int node = 0; node < 4; node++) {
            execute(shards.raw(node % 2), List.of("ALTER TABLE t_" + node + " " + change));
        }
    }

    /** Returns when every thread has executed everything anew, or one has failed. */
    private static void awaitMore(List<AtomicInteger> rounds, List<String> failures) {
        List<Integer> before = rounds.stream().map(AtomicInteger::get).toList();
        for (int thread = 0; thread < before.size(); thread++) {
            while (rounds.get(thread).get() < before.get(thread) + 2 && failures.isEmpty()) {
                Thread.yield();
            }
        }
    }
}
