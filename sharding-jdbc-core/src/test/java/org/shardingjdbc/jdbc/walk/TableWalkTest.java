package org.shardingjdbc.jdbc.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.walk.KeyPosition;
import org.shardingjdbc.dialect.walk.Pace;
import org.shardingjdbc.dialect.walk.TableWalk;
import org.shardingjdbc.dialect.walk.WalkedTable;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A table is read in chunks by a primary key of any type: each row once, and from where another walk stopped. */
class TableWalkTest {
    private static final int ROWS = 20;

    private static Connection open(DatabaseKind kind, String table) throws SQLException {
        TestServer server = TestServer.of(kind);
        Connection connection =
                DriverManager.getConnection(server.createDatabase("walk"), server.user(), server.password());
        try (Statement statement = connection.createStatement()) {
            for (String sql : table.split(";")) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
        return connection;
    }

    /** @param value of row {@code %d}; how it stands in SQL */
    private static Connection filled(DatabaseKind kind, String table, String value) throws SQLException {
        Connection connection = open(kind, table);
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < ROWS; i++) {
                statement.execute("INSERT INTO w (k, n) VALUES ("
                        + value.replace("%d", String.valueOf(i)).replace("%c", String.valueOf("ztaybxcw".charAt(i % 8)))
                        + ", " + i + ")");
            }
        }
        connection.commit();
        return connection;
    }

    private static TableWalk walk(Connection connection, int chunkRows) throws SQLException {
        return new TableWalk(connection, WalkedTable.find(connection, "W"), List.of(columnN(connection)), chunkRows);
    }

    private static String columnN(Connection connection) throws SQLException {
        return WalkedTable.find(connection, "w").column("n").name();
    }

    private static List<String> ordered(Connection connection, String order) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM w ORDER BY " + order)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        connection.commit();
        return values;
    }

    private static TableWalk.RowReader into(List<String> seen) {
        return row -> seen.add(row.text(0));
    }

    private static Stream<Arguments> keys() {
        String letters = "'z', 't', 'a', 'y', 'b', 'x', 'c', 'w'";
        String pair = "CREATE TABLE w (k %s, n INT, PRIMARY KEY (k, n))";
        String single = "CREATE TABLE w (k %s PRIMARY KEY, n INT)";
        String labelled = pair.formatted("ENUM(" + letters + ")");
        Stream<Arguments> all = Stream.of(DatabaseKind.values())
                .flatMap(kind -> Stream.of(
                        Arguments.of(kind, single.formatted("BIGINT"), "%d * 7919 - 50000"),
                        Arguments.of(kind, single.formatted("DECIMAL(20, 3)"), "%d * 1.001 - 9"),
                        Arguments.of(kind, pair.formatted("VARCHAR(10)"), "'%c'"),
                        Arguments.of(kind, pair.formatted("CHAR(4)"), "'%c'"),
                        Arguments.of(kind, single.formatted("DATE"), "DATE '2024-03-01' + INTERVAL '%d' DAY")));
        Stream<Arguments> own = Stream.of(
                Arguments.of(DatabaseKind.H2, labelled, "'%c'"),
                Arguments.of(DatabaseKind.MYSQL, labelled, "'%c'"),
                Arguments.of(DatabaseKind.MARIADB, labelled, "'%c'"),
                Arguments.of(DatabaseKind.MYSQL, single.formatted("TIME(3)"), "'1%d:00:00.123'"),
                Arguments.of(DatabaseKind.MARIADB, single.formatted("TIME(3)"), "'1%d:00:00.123'"),
                Arguments.of(DatabaseKind.MYSQL, single.formatted("VARBINARY(8)"), "UNHEX(LPAD(%d, 4, '0'))"),
                Arguments.of(DatabaseKind.MARIADB, single.formatted("VARBINARY(8)"), "UNHEX(LPAD(%d, 4, '0'))"),
                Arguments.of(DatabaseKind.H2, single.formatted("UUID"), "RANDOM_UUID()"),
                Arguments.of(DatabaseKind.POSTGRESQL, single.formatted("UUID"), "gen_random_uuid()"),
                Arguments.of(DatabaseKind.POSTGRESQL, single.formatted("TIMESTAMPTZ"), "now() + interval '%d minutes'"),
                Arguments.of(
                        DatabaseKind.POSTGRESQL,
                        "CREATE TYPE letter AS ENUM (" + letters + ");" + pair.formatted("letter"),
                        "'%c'"));
        return Stream.concat(all, own);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("keys")
    void eachRowIsReadOnceInTheOrderOfItsKey(DatabaseKind kind, String table, String value) throws Exception {
        try (Connection connection = filled(kind, table, value)) {
            List<String> seen = new ArrayList<>();
            assertThat(walk(connection, 3).look(null, into(seen), Pace.STEADY)).isTrue();
            assertThat(seen).isEqualTo(ordered(connection, "k, n")).hasSize(ROWS);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("keys")
    void aWalkThatWasStoppedGoesOnAtThePositionThatWasKept(DatabaseKind kind, String table, String value)
            throws Exception {
        try (Connection connection = filled(kind, table, value)) {
            List<String> seen = new ArrayList<>();
            AtomicReference<String> kept = new AtomicReference<>();
            boolean end = walk(connection, 4).look(null, into(seen), (reached, rows) -> {
                kept.set(reached == null ? null : reached.text());
                return rows < 8;
            });
            assertThat(end).isFalse();
            assertThat(seen).hasSize(8);
            assertThat(walk(connection, 5).look(KeyPosition.parse(kept.get()), into(seen), Pace.STEADY))
                    .isTrue();
            assertThat(seen).isEqualTo(ordered(connection, "k, n"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChunkMayBeReadAgainAndItsRowsWritten(DatabaseKind kind) throws Exception {
        try (Connection connection = filled(kind, "CREATE TABLE w (k INT, n INT, PRIMARY KEY (k, n))", "%d / 4")) {
            WalkedTable table = WalkedTable.find(connection, "w");
            TableWalk walk = walk(connection, 6);
            String sql = "UPDATE " + table.name() + " SET n = n + 1000 WHERE " + table.keyCondition();
            List<KeyPosition> first = new ArrayList<>();
            walk.run(
                    null,
                    after -> {
                        walk.read(after, row -> true);
                        List<KeyPosition> found = new ArrayList<>();
                        TableWalk.Chunk chunk = walk.read(after, row -> found.add(row.position()));
                        try (PreparedStatement update = connection.prepareStatement(sql)) {
                            table.setKey(update, 0, found.get(0));
                            assertThat(update.executeUpdate()).isEqualTo(1);
                        }
                        first.add(found.get(0));
                        connection.commit();
                        return chunk;
                    },
                    (reached, rows) -> rows < ROWS);
            assertThat(first).hasSizeGreaterThanOrEqualTo(4);
            assertThat(ordered(connection, "n").stream().filter(n -> n.length() == 4))
                    .hasSize(first.size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothEndsAreReadWithoutTheMiddle(DatabaseKind kind) throws Exception {
        try (Connection connection = filled(kind, "CREATE TABLE w (k INT, n INT, PRIMARY KEY (k, n))", "%d / 4")) {
            List<String> seen = new ArrayList<>();
            TableWalk walk = walk(connection, 100);
            TableWalk.Chunk oldest = walk.readFirst(3, into(seen));
            assertThat(oldest.end()).isFalse();
            walk.readLast(oldest.last(), 2, into(seen));
            assertThat(seen).containsExactly("0", "1", "2", "19", "18");
            seen.clear();
            walk.readLast(oldest.last(), 1000, into(seen));
            assertThat(seen).hasSize(17).endsWith("3");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTableWithoutAKeyIsOneChunk(DatabaseKind kind) throws Exception {
        try (Connection connection = filled(kind, "CREATE TABLE w (k INT, n INT)", "%d")) {
            List<String> seen = new ArrayList<>();
            TableWalk walk = walk(connection, 3);
            assertThat(walk.count()).isEqualTo(ROWS);
            assertThat(walk.look(null, into(seen), Pace.STEADY)).isTrue();
            assertThat(seen)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, ROWS).mapToObj(String::valueOf).toList());
            seen.clear();
            walk.look(null, row -> seen.add(row.text(0)) && seen.size() < 5, Pace.STEADY);
            assertThat(seen).hasSize(5);
            seen.clear();
            walk.readFirst(2, into(seen));
            assertThat(seen).hasSize(2);
            assertThatThrownBy(() -> walk.read(new KeyPosition(List.of(1)), row -> true))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("without a primary key");
        }
    }

    @Test
    void aStopEndsAWalkBetweenTwoChunks() throws Exception {
        try (Connection connection = filled(DatabaseKind.H2, "CREATE TABLE w (k INT PRIMARY KEY, n INT)", "%d")) {
            List<String> seen = new ArrayList<>();
            assertThat(walk(connection, 4).look(null, into(seen), Pace.resting(1, () -> seen.size() >= 8)))
                    .isFalse();
            assertThat(seen).hasSize(8);
        }
    }

    @Test
    void whatIsNoPositionIsRefused() {
        KeyPosition position = new KeyPosition(List.of("a b 3", 7L, new byte[] {1, (byte) 0xFE}));
        assertThat(KeyPosition.parse(position.text()).text()).isEqualTo(position.text());
        for (String text : List.of("", "x", "Long 5 7", "Long 1 7Long", "Object 1 x", "Long -4 7")) {
            assertThatThrownBy(() -> KeyPosition.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new KeyPosition(List.of(Thread.currentThread())).text())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Thread");
    }
}
