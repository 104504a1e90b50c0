package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Which copy of a broadcast table a read goes to. The copies differ here, as they must not elsewhere, so that it shows;
 * the default data source is {@code ds_1}.
 */
class BroadcastReadTest {
    private static final String READ = "SELECT code FROM t_country";
    private static final String IN_DS_0 = "SELECT order_id FROM t_order WHERE user_id = 0 AND order_id = 1";
    private static final String IN_DS_1 = "SELECT order_id FROM t_order WHERE user_id = 1 AND order_id = 1";

    private static StatementShards shards;

    private Connection connection;
    private Statement statement;

    @BeforeAll
    static void create() throws SQLException, IOException {
        shards = StatementShards.create(DatabaseKind.H2, "broadcast_reads");
        for (int i = 0; i < 2; i++) {
            try (Connection raw = shards.raw(i).getConnection();
                    Statement insert = raw.createStatement()) {
                insert.execute("INSERT INTO t_country (code) VALUES ('ds_" + i + "')");
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        shards.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = shards.sharded().getConnection();
        connection.setAutoCommit(false);
        statement = connection.createStatement();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.rollback();
        connection.close();
    }

    private String read(String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Test
    void aTransactionReadsWhereItIsAlready() throws SQLException {
        read(IN_DS_0);
        assertThat(read(READ)).isEqualTo("ds_0");
        connection.rollback();
        assertThat(read(READ)).isEqualTo("ds_1");
    }

    @Test
    void aTransactionReadsTheSameCopyToItsEnd() throws SQLException {
        assertThat(read(READ)).isEqualTo("ds_1");
        read(IN_DS_0);
        assertThat(read(READ)).isEqualTo("ds_1");
        connection.commit();
        read(IN_DS_0);
        assertThat(read(READ)).isEqualTo("ds_0");
        read(IN_DS_1);
        assertThat(read(READ)).isEqualTo("ds_0");
    }

    @Test
    void outOfTransactionsTheDefaultDataSourceIsRead() throws SQLException {
        connection.setAutoCommit(true);
        read(IN_DS_0);
        assertThat(read(READ)).isEqualTo("ds_1");
        connection.setAutoCommit(false);
    }

    @Test
    void locksMeetAtOneCopy() throws SQLException {
        read(IN_DS_0);
        assertThat(read(READ + " FOR UPDATE")).isEqualTo("ds_1");
    }

    @Test
    void whatMayBeBoundToAPlaceStaysAtTheDefaultDataSource() throws SQLException {
        read(IN_DS_0);
        assertThat(read("SELECT MAX(code) FROM t_country")).isEqualTo("ds_1");
    }

    @Test
    void aHintHasTheLastWord() throws SQLException {
        read(IN_DS_0);
        try (ShardingHint hint = ShardingHint.open()) {
            hint.setDataSourceName("ds_1");
            assertThat(read(READ)).isEqualTo("ds_1");
        }
    }
}
