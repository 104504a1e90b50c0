package org.shardingjdbc.feature.encrypt.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What fails while a backfill runs is told with its cause and its place, and what it has not reached is found. */
class BackfillFailuresTest {
    private static Fixture<ShardingDataSource> opened(DatabaseKind kind, String name) throws Exception {
        return Fixture.on(kind, "failures_" + name + "_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(BackfillRules.PLAIN)
                .open(ShardingDataSourceFactory::create);
    }

    private static void execute(DataSource dataSource, String... statements) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static EncryptionBackfill backfill(Fixture<?> fixture, String state) throws SQLException {
        return new EncryptionBackfill(
                BackfillRules.encryption(fixture.yaml(BackfillRules.of(state, 1))),
                "t",
                new BackfillOptions(3, 0, progress -> {}));
    }

    private static String create(String cipher) {
        return "CREATE TABLE n (id INT PRIMARY KEY, phone VARCHAR(100), phone_cipher " + cipher
                + ", phone_digest CHAR(64))";
    }

    /** Who went on to READ_CIPHER too early, and drops the plain column next, would lose them. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void plainValuesWithoutACipherAreFoundWhereCiphersAreReadAlready(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = opened(kind, "early")) {
            execute(
                    fixture.raw(0),
                    create("VARCHAR(200)"),
                    "INSERT INTO n (id, phone) VALUES (1, 'one'), (2, ''), (3, NULL), (4, 'four')");
            Map<String, DataSource> sources = Map.of("ds_0", fixture.raw(0));
            List<String> nodes = List.of("ds_0.n");
            BackfillResult check = backfill(fixture, "READ_CIPHER").check(sources, nodes);
            assertThat(check.left()).isEqualTo(3);
            assertThat(check.isComplete()).isFalse();
            assertThat(backfill(fixture, "READ_CIPHER").run(sources, nodes).written())
                    .isEqualTo(3);
            assertThat(backfill(fixture, "READ_CIPHER").check(sources, nodes).isComplete())
                    .isTrue();
            assertThat(backfill(fixture, "READ_PLAIN").check(sources, nodes).isComplete())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aRowThatDoesNotFitIsNamedWithItsDataNode(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = opened(kind, "narrow")) {
            execute(
                    fixture.raw(0),
                    create("VARCHAR(60)"),
                    "INSERT INTO n (id, phone) VALUES (1, 'one'), (2, 'two'), (3, '" + "x".repeat(30) + "')");
            assertThatThrownBy(() ->
                            backfill(fixture, "READ_PLAIN").run(Map.of("ds_0", fixture.raw(0)), List.of("ds_0.n")))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-4133")
                    .hasMessageContaining("ds_0.n")
                    .hasMessageContaining("row [3] cannot be written: ")
                    .hasRootCauseInstanceOf(SQLException.class);
        }
    }

    /** The session is ended by somebody else, between reading and writing. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void theErrorOfADeadConnectionIsToldAndARunAfterItIsWhole(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = opened(kind, "dead")) {
            execute(fixture.raw(0), create("VARCHAR(200)"));
            for (int id = 0; id < 10; id++) {
                execute(fixture.raw(0), "INSERT INTO n (id, phone) VALUES (" + id + ", 'p" + id + "')");
            }
            AtomicInteger updates = new AtomicInteger();
            DataSource dying = BeforeUpdates.of(fixture.raw(0), () -> {
                if (updates.incrementAndGet() == 5) {
                    endOthers(kind, fixture.raw(0));
                }
            });
            Map<String, DataSource> sources = Map.of("ds_0", dying);
            assertThatThrownBy(() -> backfill(fixture, "READ_PLAIN").run(sources, List.of("ds_0.n")))
                    .isInstanceOf(SQLException.class)
                    .satisfies(error -> {
                        SQLException told = (SQLException) error;
                        assertThat(told.getSQLState()).isIn("57P01", "08000", "08S01");
                        assertThat(told.getMessage()).doesNotContain("closed");
                    });
            BackfillResult again = backfill(fixture, "READ_PLAIN").run(sources, List.of("ds_0.n"));
            assertThat(again).isEqualTo(new BackfillResult(10, 7, 0, 0, List.of(), false));
        }
    }

    private static void endOthers(DatabaseKind kind, DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            if (kind == DatabaseKind.POSTGRESQL) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
                return;
            }
            List<Long> others = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SELECT id FROM information_schema.processlist"
                    + " WHERE db = database() AND id <> connection_id()")) {
                while (rows.next()) {
                    others.add(rows.getLong(1));
                }
            }
            for (long other : others) {
                statement.execute("KILL " + other);
            }
        }
    }

    @Test
    void noDataNodesAreNoCompleteAnswer() throws Exception {
        try (Fixture<ShardingDataSource> fixture = opened(DatabaseKind.H2, "none")) {
            assertThatThrownBy(() -> backfill(fixture, "READ_PLAIN").check(Map.of("ds_0", fixture.raw(0)), List.of()))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("no data node is given");
        }
    }
}
