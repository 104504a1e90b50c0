package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** pgbench through the proxy, in its three modes, over a table on two databases. */
class PgBenchTest {
    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        Program.require("pgbench");
        servers = PostgreSqlBehindProxy.start("proxy_pgbench");
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t_order (order_id bigint, user_id int, amount int, PRIMARY KEY (order_id, user_id))");
            statement.execute("INSERT INTO t_order VALUES (1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 4, 0), (5, 5, 0)");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "prepared"})
    void doesEachTransactionOnce(String mode) throws Exception {
        int before = sum();
        String[] address = servers.address();
        Path script = Files.createTempFile("proxy-pgbench", ".sql");
        Files.writeString(script, """
                \\set id random(1, 5)
                BEGIN;
                UPDATE t_order SET amount = amount + 1 WHERE order_id = :id AND user_id = :id;
                SELECT amount FROM t_order WHERE order_id = :id AND user_id = :id;
                END;
                """);

        String told = Program.run(
                "",
                "pgbench",
                "-n",
                "-M",
                mode,
                "-c",
                "4",
                "-j",
                "2",
                "-t",
                "25",
                "-f",
                script.toString(),
                "-h",
                address[0],
                "-p",
                address[1],
                "-d",
                address[2]);
        Files.delete(script);

        assertThat(told).contains("number of transactions actually processed: 100/100");
        assertThat(sum()).isEqualTo(before + 100);
    }

    @Test
    void aTransactionThatIsLeftIsRolledBack() throws Exception {
        int before = sum();
        try (Connection connection = servers.connect()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE t_order SET amount = 1000000");
            }
            connection.abort(Runnable::run);
        }
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            // as soon as its locks are gone
            statement.execute("SET lock_timeout TO '5s'");
            assertThat(statement.executeUpdate("UPDATE t_order SET amount = amount"))
                    .isEqualTo(5);
        }
        assertThat(sum()).isEqualTo(before);
    }

    private static int sum() throws Exception {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT sum(amount) FROM t_order")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
