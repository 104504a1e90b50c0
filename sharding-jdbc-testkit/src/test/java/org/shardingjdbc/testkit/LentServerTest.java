package org.shardingjdbc.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LentServerTest {
    private Path folder;
    /** Stands for Maven. */
    private Process build;

    @BeforeEach
    void begin() throws IOException {
        folder = TemporaryDirectory.create("lent-servers");
        build = new ProcessBuilder("cat").start();
    }

    /** With the build end all servers, and their folder goes. */
    @AfterEach
    void nothingIsLeft() throws Exception {
        build.destroy();
        long start = System.nanoTime();
        while (Files.exists(folder)) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MINUTES.toNanos(1));
            Thread.sleep(50);
        }
    }

    private LentServer lend(ServerSort sort) throws IOException {
        return LentServer.lend(folder, sort, build.pid());
    }

    private ServerSlot.Content first(ServerSort sort) throws IOException {
        return new ServerSlot(folder, sort.name() + "-0").content();
    }

    @ParameterizedTest
    @EnumSource(ServerSort.class)
    void isLentAgainWithoutDatabasesOfOthersAndReplacedIfOtherwiseChanged(ServerSort sort) throws Exception {
        LentServer server = lend(sort);
        ServerSlot.Content before = first(sort);
        server.createEmpty("remains", "");
        server.stop();

        LentServer again = lend(sort);
        assertThat(first(sort)).isEqualTo(before);
        assertThatThrownBy(() -> again.run(again.jdbcUrl("remains"), "SELECT 1"))
                .isInstanceOf(SQLException.class);
        assertThat(ServerTraces.of(again)).isEqualTo(before.traces());
        again.run(
                again.administrationUrl(),
                sort == ServerSort.POSTGRESQL
                        ? "ALTER SYSTEM SET work_mem = '5MB'"
                        : "SET GLOBAL sort_buffer_size = 100000");
        ServerTraces set = ServerTraces.of(again);
        assertThat(set).isNotEqualTo(before.traces());
        if (sort != ServerSort.MARIADB) {
            // That one has no users.
            again.run(again.administrationUrl(), "CREATE USER somebody");
            assertThat(ServerTraces.of(again)).isNotEqualTo(set);
        }
        again.stop();

        lend(sort).stop();
        assertThat(first(sort).keeper()).isNotEqualTo(before.keeper());
    }

    /** Its lock would let the next one wait for ever who drops the database. */
    @Test
    void isReplacedWhenATransactionIsPrepared() throws Exception {
        LentServer server = lend(ServerSort.MARIADB);
        ServerSlot.Content before = first(ServerSort.MARIADB);
        server.createEmpty("branches", "");
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl("branches"), server.user(), "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            statement.execute("XA START 'x'");
            statement.execute("INSERT INTO t VALUES (1)");
            statement.execute("XA END 'x'");
            statement.execute("XA PREPARE 'x'");
        }
        server.stop();
        lend(ServerSort.MARIADB).stop();
        assertThat(first(ServerSort.MARIADB).keeper()).isNotEqualTo(before.keeper());
    }

    @Test
    void thoseAtTheSameTimeAreDifferent() throws Exception {
        LentServer one = lend(ServerSort.MARIADB);
        LentServer two = lend(ServerSort.MARIADB);
        assertThat(two.jdbcUrl("x")).isNotEqualTo(one.jdbcUrl("x"));
        one.stop();
        two.stop();
    }

    @Test
    void isReplacedWhenItsKeeperWasKilled() throws Exception {
        lend(ServerSort.MARIADB).stop();
        ServerSlot.Content before = first(ServerSort.MARIADB);
        ServerProcess.kill(before.keeper());
        LentServer server = lend(ServerSort.MARIADB);
        server.createEmpty("mine", "");
        server.stop();
        assertThat(first(ServerSort.MARIADB).keeper()).isNotEqualTo(before.keeper());
    }

    /** As the oracle has it done when a statement has ended the server. */
    @Test
    void oneThatEndedIsReplacedWhileItIsLent() throws Exception {
        LentServer server = lend(ServerSort.MYSQL);
        ServerSlot.Content before = first(ServerSort.MYSQL);
        server.createEmpty("lost", "");
        server.run(server.administrationUrl(), "SHUTDOWN");
        server.replace();
        assertThat(first(ServerSort.MYSQL).keeper()).isNotEqualTo(before.keeper());
        assertThatThrownBy(() -> server.run(server.jdbcUrl("lost"), "SELECT 1")).isInstanceOf(SQLException.class);
        server.createEmpty("mine", "");
        server.run(server.jdbcUrl("mine"), "SELECT 1");
        LentServer other = lend(ServerSort.MYSQL);
        assertThat(other.jdbcUrl("x")).isNotEqualTo(server.jdbcUrl("x"));
        other.stop();
        server.stop();
    }
}
