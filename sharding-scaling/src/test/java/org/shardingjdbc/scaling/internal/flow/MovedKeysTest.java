package org.shardingjdbc.scaling.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.internal.PlantedClasses;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.Direction;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A row goes from one data node to another while both go to one place, and whoever has it now tells that first. */
public class MovedKeysTest {
    /** Of the class loaders, too, in which this class is. */
    private static final String DATABASES = "moved_keys_" + System.nanoTime() + "_";

    private static final AtomicInteger NEXT = new AtomicInteger();

    private static final String CONFIGURATION = """
            dataSources:
              ds_0: {jdbcUrl: '%1$s', username: %2$s, password: '%3$s'}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: '%4$s'
                  tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: %5$s}}
              shardingAlgorithms:
                three: {type: MOD, props: {sharding-count: 3}}
                two: {type: MOD, props: {sharding-count: 2}}
                one: {type: MOD, props: {sharding-count: 1}}
            """;

    @TempDir
    private Path folder;

    /** What must not be; each is found. */
    enum Flaw {
        /** Who waits for a place is not found by whoever gives it up. */
        PLACES_BY_THE_TABLE_THAT_TELLS(
                "ChangeBatch",
                "Place place = new Place(node, new MovedTable(node.table(), form.columns(), form.key()));",
                "Place place = new Place(node, form);"),
        DELETES_WHAT_IS_ANOTHER_ONES("ChangeWriter", "} else if (!takenByOther) {", "} else {"),
        REPLACES_WHAT_IS_ANOTHER_ONES("ChangeWriter", "if (takenByOther && row != null) {", "if (false) {"),
        FORGETS_WHO_WAITS("ChangeWriter", "if (!others.isEmpty()) {", "if (false) {"),
        LETS_ONE_WAIT("ChangeWriter", "all = new ArrayList<>(others);", "all = new ArrayList<>();"),
        FORGETS_ALL_WHEN_ONE_GETS_THE_PLACE("ChangeWriter", "others.subList(1, others.size())", "List.of()"),
        TAKES_EACH_SPELLING_FOR_A_KEY(
                "ChangeWriter", "if (there.isEmpty() || target.hasOneSpelling(place.form())) {", "if (true) {"),
        FORGETS_WHICH_SPELLING_WAS_TOLD_LAST("ChangeBatch", "its.remove(key);", ""),
        FORGETS_WHAT_WAITS_FOR_ANOTHER_SPELLING(
                "ChangeWriter", "waits.remove(taken == null ? key : taken.key());", "waits.remove(key);"),
        /** A state that waited is written behind a later one. */
        KEEPS_WHAT_WAITED(
                "ChangeWriter", ".filter(slot -> !slot.owner().equals(told.owner()))", ".filter(slot -> true)"),
        /** Nobody tells the row again that a transaction has written that is taken back. */
        TELLS_BEFORE_THE_COMMIT(
                "ChangeWriter", "target.commit(dataSource);", "its.bytes = bytes; target.commit(dataSource);"),
        FORGETS_WHO_WAITED_WHEN_IT_IS_TAKEN_BACK("ChangeWriter", "its.waiting = before;", "its.waiting.clear();");

        private final String faulty;
        private final List<String> parts;

        Flaw(String faulty, String... parts) {
            this.faulty = faulty;
            this.parts = List.of(parts);
        }
    }

    private static ShardingConfiguration configuration(TestServer server, String url, String nodes, String algorithm) {
        return YamlConfigurations.parse(
                CONFIGURATION.formatted(url, server.user(), server.password(), nodes, algorithm),
                "moved.yaml",
                PlaceholderType.NONE);
    }

    private static void execute(Connection connection, String... all) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : all) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> written(Connection connection) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT id, user_id FROM t_order_v2_0 ORDER BY id")) {
            while (found.next()) {
                rows.add(found.getInt(1) + " of " + found.getInt(2));
            }
        }
        return rows;
    }

    public static void check() throws Exception {
        checkTwo();
        checkTakenBack();
        checkThree(DatabaseKind.POSTGRESQL, "INT", "1", "1", "1");
        checkThree(DatabaseKind.POSTGRESQL, "NUMERIC", "1", "1.0", "1.00");
    }

    /** Keys that are written in other ways are the same where the database says so. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '#', textBlock = """
                    MARIADB, VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci, 'a', 'A', 'a '
                    MARIADB, VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci, 'é', 'E', 'e'
                    MYSQL, VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci, 'é', 'E', 'e'
                    MYSQL, VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin, 'a ', 'a', 'a  '
                    MYSQL, DOUBLE, 0, -0e0, 0
                    """)
    void aKeyHasSeveralSpellings(DatabaseKind kind, String type, String ofZero, String ofOne, String ofTwo)
            throws Exception {
        checkThree(kind, type, ofZero, ofOne, ofTwo);
    }

    /** One row of 0 and one of 1 are copied; the first goes to 1, and comes back. */
    private static void checkTwo() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = server.createDatabase(DATABASES + NEXT.getAndIncrement());
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password())) {
            for (String table : List.of("t_order_0", "t_order_1", "t_order_v2_0")) {
                execute(connection, "CREATE TABLE " + table + " (id INT PRIMARY KEY, user_id INT)");
            }
            execute(
                    connection,
                    "INSERT INTO t_order_0 VALUES (1, 0)",
                    "INSERT INTO t_order_1 VALUES (1, 1), (2, 1)",
                    "INSERT INTO t_order_v2_0 VALUES (1, 0), (2, 1)");
            try (Layouts layouts = new Layouts(
                            configuration(server, url, "ds_0.t_order_${0..1}", "two"),
                            configuration(server, url, "ds_0.t_order_v2_0", "one"),
                            List.of("t_order"));
                    ChangeWriter writer = new ChangeWriter(layouts.forward(), new TargetRows(layouts.databases()))) {
                check(connection, layouts, writer);
            }
        }
    }

    private static void check(Connection connection, Layouts layouts, ChangeWriter writer) throws SQLException {
        MovedTable zero = Objects.requireNonNull(layouts.databases().kind().read(connection, "t_order_0"));
        MovedTable one = Objects.requireNonNull(layouts.databases().kind().read(connection, "t_order_1"));
        MovedRow ofZero = layouts.databases()
                .kind()
                .chunk(connection, zero, null, 1, Long.MAX_VALUE)
                .get(0);
        MovedRow ofOne = layouts.databases()
                .kind()
                .chunk(connection, one, null, 1, Long.MAX_VALUE)
                .get(0);
        Direction direction = layouts.forward();
        write(writer, direction, one, null, ofOne);
        assertThat(written(connection)).containsExactly("1 of 0", "2 of 1");
        assertThat(writer.isSettled("ds_0")).isFalse();
        write(writer, direction, zero, ofZero, null);
        assertThat(written(connection)).containsExactly("1 of 1", "2 of 1");
        assertThat(writer.isSettled("ds_0")).isTrue();
        write(writer, direction, zero, null, ofZero);
        assertThat(written(connection)).containsExactly("1 of 1", "2 of 1");
        assertThat(writer.isSettled("ds_0")).isFalse();
        write(writer, direction, one, ofOne, null);
        assertThat(written(connection)).containsExactly("1 of 0", "2 of 1");
        assertThat(writer.isSettled("ds_0")).isTrue();
        // it went before, and that is told last
        write(writer, direction, one, ofOne, null);
        assertThat(written(connection)).containsExactly("1 of 0", "2 of 1");
        assertThat(writer.isSettled("ds_0")).isTrue();
    }

    /** A row came to 1 and waits; that it went from 0 is written by a commit that takes long, and fails. */
    private static void checkTakenBack() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = server.createDatabase(DATABASES + NEXT.getAndIncrement());
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password())) {
            for (String table : List.of("t_order_0", "t_order_1", "t_order_v2_0")) {
                execute(connection, "CREATE TABLE " + table + " (id INT PRIMARY KEY, user_id INT)");
            }
            execute(
                    connection,
                    "INSERT INTO t_order_v2_0 VALUES (1, 0)",
                    "CREATE FUNCTION f_wait() RETURNS trigger LANGUAGE plpgsql AS"
                            + " 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'",
                    "CREATE CONSTRAINT TRIGGER wait_long AFTER DELETE ON t_order_v2_0 DEFERRABLE INITIALLY DEFERRED"
                            + " FOR EACH ROW EXECUTE FUNCTION f_wait()");
            try (Layouts layouts = new Layouts(
                            configuration(server, url, "ds_0.t_order_${0..1}", "two"),
                            configuration(server, url, "ds_0.t_order_v2_0", "one"),
                            List.of("t_order"));
                    ChangeWriter writer = new ChangeWriter(layouts.forward(), new TargetRows(layouts.databases()))) {
                MovedRow ofZero = row(connection, layouts, 0, "1", 0);
                MovedRow ofOne = row(connection, layouts, 1, "1", 1);
                MovedTable zero = form(connection, layouts, 0);
                write(writer, layouts.forward(), form(connection, layouts, 1), null, ofOne);
                execute(connection, "SELECT pg_advisory_lock(1)");
                CompletableFuture<Void> gone = CompletableFuture.runAsync(() -> {
                    try {
                        write(writer, layouts.forward(), zero, ofZero, null);
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                });
                awaitAndCancel(
                        connection, () -> assertThat(writer.isSettled("ds_0")).isFalse());
                assertThatThrownBy(gone::join).hasCauseInstanceOf(SQLException.class);
                assertThat(written(connection)).containsExactly("1 of 0");
                assertThat(writer.isSettled("ds_0")).isFalse();
                execute(connection, "SELECT pg_advisory_unlock(1)");
                write(writer, layouts.forward(), zero, ofZero, null);
                assertThat(written(connection)).containsExactly("1 of 1");
                assertThat(writer.isSettled("ds_0")).isTrue();
            }
        }
    }

    /** Waits until a commit waits, looks, and cancels it. */
    private static void awaitAndCancel(Connection connection, Runnable look) throws Exception {
        String waits = " FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database ="
                + " (SELECT oid FROM pg_database WHERE datname = current_database())";
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        try (Statement statement = connection.createStatement()) {
            boolean waiting = false;
            while (!waiting) {
                assertThat(System.nanoTime() - end).isNegative();
                TimeUnit.MILLISECONDS.sleep(5);
                try (ResultSet found = statement.executeQuery("SELECT 1" + waits)) {
                    waiting = found.next();
                }
            }
            try {
                look.run();
            } finally {
                statement.execute("SELECT pg_cancel_backend(pid)" + waits);
            }
        }
    }

    /**
     * A row goes from 0 to 1, changes there, goes to 2 and changes there, and each data node tells its part when it
     * likes; the copy has met it anywhere, or nowhere.
     *
     * @param keys as each of them writes it
     */
    private static void checkThree(DatabaseKind kind, String type, String... keys) throws Exception {
        TestServer server = TestServer.of(kind);
        String url = server.createDatabase(DATABASES + NEXT.getAndIncrement());
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password())) {
            for (String table : List.of("t_order_0", "t_order_1", "t_order_2", "t_order_v2_0")) {
                execute(connection, "CREATE TABLE " + table + " (id " + type + " PRIMARY KEY, user_id INT)");
            }
            try (Layouts layouts = new Layouts(
                    configuration(server, url, "ds_0.t_order_${0..2}", "three"),
                    configuration(server, url, "ds_0.t_order_v2_0", "one"),
                    List.of("t_order"))) {
                MovedRow ofZero = row(connection, layouts, 0, keys[0], 0);
                MovedRow ofOne = row(connection, layouts, 1, keys[1], 1);
                MovedRow changedOfOne = row(connection, layouts, 1, keys[0], 4);
                MovedRow ofTwo = row(connection, layouts, 2, keys[2], 2);
                MovedRow changedOfTwo = row(connection, layouts, 2, keys[1], 5);
                List<Change> went = List.of(new Change(0, form(connection, layouts, 0), ofZero, null));
                MovedTable one = form(connection, layouts, 1);
                List<Change> passed = List.of(
                        new Change(1, one, null, ofOne),
                        new Change(1, one, ofOne, changedOfOne),
                        new Change(1, one, changedOfOne, null));
                MovedTable two = form(connection, layouts, 2);
                List<Change> came = List.of(new Change(2, two, null, ofTwo), new Change(2, two, ofTwo, changedOfTwo));
                for (List<Change> order : orders(List.of(went, passed, came), new int[3])) {
                    for (String copied :
                            List.of("(" + keys[0] + ", 0)", "(" + keys[0] + ", 4)", "(" + keys[1] + ", 5)", "")) {
                        checkOrder(connection, layouts, order, copied, 1);
                        checkOrder(connection, layouts, order, copied, order.size());
                    }
                }
                MovedRow again = row(connection, layouts, 2, keys[2], 5);
                List<Change> toAndFro =
                        List.of(new Change(2, two, ofTwo, changedOfTwo), new Change(2, two, changedOfTwo, again));
                checkOrder(connection, layouts, toAndFro, "(" + keys[2] + ", 2)", toAndFro.size());
            }
        }
    }

    /** @param together how many are told in one batch */
    private static void checkOrder(
            Connection connection, Layouts layouts, List<Change> order, String copied, int together)
            throws SQLException {
        execute(connection, "DELETE FROM t_order_v2_0");
        if (!copied.isEmpty()) {
            execute(connection, "INSERT INTO t_order_v2_0 VALUES " + copied);
        }
        try (ChangeWriter writer = new ChangeWriter(layouts.forward(), new TargetRows(layouts.databases()))) {
            ChangeBatch batch = new ChangeBatch("ds_0", layouts.forward());
            for (Change each : order) {
                batch.changed(each.form(), each.before(), each.after());
                if (batch.size() == together) {
                    writer.write(batch);
                    batch.clear();
                }
            }
            assertThat(users(connection)).as("from %s by %s", copied, order).containsExactly(5);
            assertThat(writer.isSettled("ds_0")).as("%s by %s", copied, order).isTrue();
        }
    }

    private static List<Integer> users(Connection connection) throws SQLException {
        List<Integer> users = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT user_id FROM t_order_v2_0")) {
            while (found.next()) {
                users.add(found.getInt(1));
            }
        }
        return users;
    }

    /** What a data node tells of a row. */
    private record Change(
            int owner,
            MovedTable form,
            @Nullable MovedRow before,
            @Nullable MovedRow after) {
        @Override
        public String toString() {
            return owner + (after == null ? " went" : before == null ? " came" : " changed");
        }
    }

    /** All orders in which several tell, each in its own one. */
    private static List<List<Change>> orders(List<List<Change>> all, int[] told) {
        List<List<Change>> orders = new ArrayList<>();
        for (int i = 0; i < told.length; i++) {
            if (told[i] < all.get(i).size()) {
                Change next = all.get(i).get(told[i]);
                told[i]++;
                for (List<Change> rest : orders(all, told)) {
                    List<Change> order = new ArrayList<>(List.of(next));
                    order.addAll(rest);
                    orders.add(order);
                }
                told[i]--;
            }
        }
        return orders.isEmpty() ? List.of(List.of()) : orders;
    }

    private static MovedTable form(Connection connection, Layouts layouts, int owner) throws SQLException {
        return Objects.requireNonNull(layouts.databases().kind().read(connection, "t_order_" + owner));
    }

    /** The row as it is in a data node. */
    private static MovedRow row(Connection connection, Layouts layouts, int owner, String key, int user)
            throws SQLException {
        execute(
                connection,
                "DELETE FROM t_order_" + owner,
                "INSERT INTO t_order_" + owner + " VALUES (" + key + ", " + user + ")");
        return layouts.databases()
                .kind()
                .chunk(connection, form(connection, layouts, owner), null, 1, Long.MAX_VALUE)
                .get(0);
    }

    /** Rows that wait are in memory until the data nodes that they left tell that they went. */
    @Test
    void rowsThatWaitHaveABound() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = server.createDatabase(DATABASES + NEXT.getAndIncrement());
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password())) {
            for (String table : List.of("t_order_0", "t_order_1", "t_order_v2_0")) {
                execute(connection, "CREATE TABLE " + table + " (id INT PRIMARY KEY, user_id INT)");
            }
            execute(
                    connection,
                    "INSERT INTO t_order_1 VALUES (1, 1), (2, 1)",
                    "INSERT INTO t_order_v2_0 VALUES (1, 0), (2, 0)");
            try (Layouts layouts = new Layouts(
                            configuration(server, url, "ds_0.t_order_${0..1}", "two"),
                            configuration(server, url, "ds_0.t_order_v2_0", "one"),
                            List.of("t_order"));
                    ChangeWriter writer =
                            new ChangeWriter(layouts.forward(), new TargetRows(layouts.databases()), 500)) {
                MovedTable one =
                        Objects.requireNonNull(layouts.databases().kind().read(connection, "t_order_1"));
                List<MovedRow> rows = layouts.databases().kind().chunk(connection, one, null, 2, Long.MAX_VALUE);
                assertThat(writer.isFull("ds_0")).isFalse();
                write(writer, layouts.forward(), one, null, rows.get(0));
                assertThat(writer.isFull("ds_0")).isTrue();
                assertThat(writer.isFull("ds_1")).isFalse();
                assertThatThrownBy(() -> write(writer, layouts.forward(), one, null, rows.get(1)))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("more than 500 bytes")
                        .hasMessageContaining("-Xmx");
                assertThat(written(connection)).containsExactly("1 of 0", "2 of 0");
            }
        }
    }

    private static void write(
            ChangeWriter writer,
            Direction direction,
            MovedTable form,
            @Nullable MovedRow before,
            @Nullable MovedRow after)
            throws SQLException {
        ChangeBatch batch = new ChangeBatch("ds_0", direction);
        batch.changed(form, before, after);
        writer.write(batch);
    }

    @Test
    void aRowIsOfTheDataNodeThatHasIt() throws Exception {
        check();
    }

    @ParameterizedTest
    @EnumSource
    void eachFlawIsFound(Flaw flaw) throws Exception {
        PlantedClasses.requireFinds(MovedKeysTest.class, flaw.faulty, folder, flaw.parts);
    }
}
