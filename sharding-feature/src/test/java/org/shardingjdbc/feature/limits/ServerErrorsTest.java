package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What a database answers is no failure of it, whatever class its driver gives the error. */
class ServerErrorsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
            - !LIMITS
              everyDataSource: {failures: 1, retryMilliseconds: 60000}
            """;

    private static Fixture<ShardingDataSource> opened(DatabaseKind kind, String name) throws Exception {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, "server_errors_" + name + "_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(RULES)
                .open(ShardingDataSourceFactory::create);
        for (int node = 0; node < 2; node++) {
            try (Connection connection = fixture.raw(node).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
                statement.execute("INSERT INTO t VALUES (" + node + ", 7)");
                if (kind == DatabaseKind.POSTGRESQL) {
                    statement.execute("CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS"
                            + " 'BEGIN RAISE EXCEPTION ''too dear'' USING ERRCODE = ''45000''; END'");
                    statement.execute("CREATE TRIGGER dear BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION refuse()");
                } else {
                    statement.execute("CREATE TRIGGER dear BEFORE UPDATE ON t FOR EACH ROW"
                            + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'too dear'");
                }
            }
        }
        return fixture;
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void whatATriggerRefusesDoesNotOpenTheBreaker(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = opened(kind, "trigger");
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (String where : new String[] {" WHERE id = 0", "", " WHERE id = 1"}) {
                assertThatThrownBy(() -> statement.executeUpdate("UPDATE t SET v = 8" + where))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("too dear");
                assertThat(sum(statement)).isEqualTo(14);
            }
        }
    }

    private static int sum(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT SUM(v) FROM t")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Whoever cancels does so for reasons of his own; whoever waits for longer than he may does not. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aTimeThatIsOverOpensTheBreakerAndACancelDoesNot(DatabaseKind kind) throws Exception {
        String sleeping = kind == DatabaseKind.POSTGRESQL ? "pg_sleep(8) IS NOT NULL" : "SLEEP(8) = 0";
        ScheduledExecutorService others = Executors.newSingleThreadScheduledExecutor();
        try (Fixture<ShardingDataSource> fixture = opened(kind, "time");
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (String where : new String[] {" WHERE id = 0 AND ", " WHERE "}) {
                Future<?> cancelled = others.schedule(
                        () -> {
                            statement.cancel();
                            return null;
                        },
                        1_500,
                        TimeUnit.MILLISECONDS);
                assertThatThrownBy(() -> statement.executeQuery("SELECT v FROM t" + where + sleeping))
                        .hasMessageStartingWith("SHD-5003");
                cancelled.get();
                assertThat(sum(statement)).isEqualTo(14);
            }
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeQuery("SELECT v FROM t WHERE id = 1 AND " + sleeping))
                    .isInstanceOf(SQLTimeoutException.class);
            assertThatThrownBy(() -> sum(statement)).hasMessageContaining("SHD-5009: Data source ds_1 failed");
        } finally {
            others.shutdownNow();
        }
    }
}
