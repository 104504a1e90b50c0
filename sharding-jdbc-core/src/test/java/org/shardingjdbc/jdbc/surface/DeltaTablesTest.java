package org.shardingjdbc.jdbc.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * What a query with a delta table of H2 writes is written once, all or none of it, and not when it is only asked about.
 */
class DeltaTablesTest {
    private static final String ALL = "SELECT id FROM FINAL TABLE (UPDATE t SET a = a + 1)";

    private Fixture<ShardingDataSource> shards;
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws Exception {
        shards = Fixture.on(DatabaseKind.H2, "delta").sharded("t", "id", 4).open(ShardingDataSourceFactory::create);
        connection = shards.sharded().getConnection();
        statement = connection.createStatement();
        statement.execute("CREATE TABLE t (id int PRIMARY KEY, a int CHECK (a < 10))");
        statement.execute("INSERT INTO t (id, a) VALUES (1, 1), (2, 2), (3, 3), (4, 4)");
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
        shards.close();
    }

    @Test
    void explainingChangesNothing() throws Exception {
        for (String explain : new String[] {"EXPLAIN SHARDING ", "PREVIEW "}) {
            rows(explain + ALL);
        }
        rows("EXPLAIN SELECT id FROM FINAL TABLE (UPDATE t SET a = a + 1 WHERE id = 3)");
        assertThat(sum()).isEqualTo(10);
    }

    @Test
    void aPreparedOneWritesWithEachExecution() throws Exception {
        try (PreparedStatement prepared = connection.prepareStatement(ALL + " ORDER BY id LIMIT 1")) {
            assertThat(prepared.getMetaData().getColumnCount()).isEqualTo(1);
            assertThat(sum()).isEqualTo(10);
            for (int i = 0; i < 2; i++) {
                try (ResultSet rows = prepared.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(1);
                }
            }
        }
        assertThat(sum()).isEqualTo(18);
    }

    @Test
    void aFailureOnOneNodeLeavesNothingOnAnother() throws Exception {
        statement.execute("UPDATE t SET a = 9 WHERE id = 3");
        assertThatThrownBy(() -> rows(ALL)).isInstanceOf(SQLException.class);
        assertThat(sum()).isEqualTo(16);
    }

    @Test
    void aRollbackTakesItBack() throws Exception {
        connection.setAutoCommit(false);
        assertThat(rows(ALL)).isEqualTo(4);
        assertThat(sum()).isEqualTo(14);
        connection.rollback();
        connection.setAutoCommit(true);
        assertThat(sum()).isEqualTo(10);
    }

    @Test
    void columnsThatSomebodyElseAddedDoNotMakeItWriteTwice() throws Exception {
        try (PreparedStatement prepared =
                connection.prepareStatement("SELECT * FROM FINAL TABLE (UPDATE t SET a = a + 1) ORDER BY id")) {
            prepared.executeQuery().close();
            for (int i = 0; i < 4; i++) {
                try (Connection direct = shards.raw(i % 2).getConnection();
                        Statement alter = direct.createStatement()) {
                    alter.execute("ALTER TABLE t_" + i + " ADD COLUMN more int");
                }
            }
            int before = sum();
            int rows = 0;
            try (ResultSet result = prepared.executeQuery()) {
                while (result.next()) {
                    rows++;
                }
            } catch (SQLException refused) {
                assertThat(sum()).isEqualTo(before);
                return;
            }
            assertThat(rows).isEqualTo(4);
            assertThat(sum()).isEqualTo(before + 4);
        }
    }

    private int rows(String sql) throws SQLException {
        int count = 0;
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    private int sum() throws SQLException {
        try (Statement asking = connection.createStatement();
                ResultSet rows = asking.executeQuery("SELECT SUM(a) FROM t")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
