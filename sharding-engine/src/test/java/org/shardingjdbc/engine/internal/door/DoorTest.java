package org.shardingjdbc.engine.internal.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.door.BatchReply;
import org.shardingjdbc.engine.door.Door;
import org.shardingjdbc.engine.door.Door.Limits;
import org.shardingjdbc.engine.door.Door.TransactionStatus;
import org.shardingjdbc.engine.door.DoorRows;
import org.shardingjdbc.engine.door.PreparedSql;
import org.shardingjdbc.engine.door.Reply;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.fault.Fault;

/** All that another face needs is in the engine: this one has no class of the module that JDBC is a face in. */
class DoorTest {
    private static final String INSERT = "INSERT INTO t_order (order_id, amount) VALUES (?, ?)";
    private static final ShardingRuleConfiguration RULE = ShardingRuleConfiguration.builder()
            .autoTable(new AutoTableConfiguration(
                    "t_order", "ds_0, ds_1", StrategyConfiguration.standard("order_id", "by_number")))
            .autoTable(new AutoTableConfiguration(
                    "t_keyed",
                    "ds_0, ds_1",
                    StrategyConfiguration.standard("id", "by_number"),
                    new KeyGenerateConfiguration("id", "snowflake"),
                    null))
            .shardingAlgorithm("by_number", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
            .keyGenerator("snowflake", AlgorithmConfiguration.of("SNOWFLAKE"))
            .build();

    private DeployedDatabases databases;
    private Door door;

    @BeforeEach
    void open() throws SQLException {
        databases = new DeployedDatabases(RULE);
        for (int i = 0; i < 2; i++) {
            databases.execute(i, "CREATE TABLE t_order_" + i + " (order_id BIGINT PRIMARY KEY, amount INT NOT NULL)");
            databases.execute(i, "CREATE TABLE t_keyed_" + i + " (id BIGINT PRIMARY KEY, amount INT)");
        }
        door = databases.doors().open();
    }

    @AfterEach
    void everythingIsGivenBack() throws SQLException {
        databases.probe.reset();
        door.close();
        assertThat(databases.inUse()).isZero();
        assertThat(databases.probe.open().statements()).isZero();
        assertThat(databases.probe.open().resultSets()).isZero();
        databases.close();
    }

    /** Orders 1 and 2 go to one data source each. */
    private void insert(long... orders) throws SQLException {
        try (PreparedSql insert = door.prepare(INSERT)) {
            for (long order : orders) {
                assertThat(((Reply.Changes) door.execute(insert, List.of(order, 10), Limits.NONE)).count())
                        .isOne();
            }
        }
    }

    private static List<List<Object>> all(DoorRows rows) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= rows.columns().size(); i++) {
                row.add(rows.value(i));
            }
            all.add(row);
        }
        return all;
    }

    private List<List<Object>> orders() throws SQLException {
        try (PreparedSql read = door.prepare("SELECT order_id, amount FROM t_order ORDER BY order_id");
                DoorRows rows = (DoorRows) door.execute(read, List.of(), Limits.NONE)) {
            return all(rows);
        }
    }

    /** As others see them. */
    private List<Long> committed() throws SQLException {
        return List.of(databases.rows(0, "t_order_0"), databases.rows(1, "t_order_1"));
    }

    @Test
    void aTransactionIsCommittedOnAllDataSources() throws SQLException {
        assertThat(door.transaction()).isEqualTo(TransactionStatus.NONE);
        door.begin();
        assertThat(door.transaction()).isEqualTo(TransactionStatus.OPEN);
        insert(1, 2);
        assertThat(committed()).containsExactly(0L, 0L);

        door.commit();
        assertThat(door.transaction()).isEqualTo(TransactionStatus.NONE);
        assertThat(committed()).containsExactly(1L, 1L);
        assertThat(databases.inUse()).isZero();
        insert(3);
        assertThat(committed()).containsExactly(1L, 2L);
    }

    @Test
    void aTransactionIsRolledBackOnAllDataSources() throws SQLException {
        door.begin();
        insert(1, 2);
        assertThat(orders()).hasSize(2);
        door.rollback();
        assertThat(committed()).containsExactly(0L, 0L);
        assertThat(orders()).isEmpty();
    }

    @Test
    void whatSqlSaysOfTheTransactionCounts() throws SQLException {
        try (PreparedSql begin = door.prepare("START TRANSACTION");
                PreparedSql commit = door.prepare("COMMIT")) {
            door.execute(begin, List.of(), Limits.NONE);
            assertThat(door.transaction()).isEqualTo(TransactionStatus.OPEN);
            assertThatThrownBy(door::begin).isInstanceOf(IllegalStateException.class);
            insert(1, 2);
            door.execute(commit, List.of(), Limits.NONE);
        }
        assertThat(door.transaction()).isEqualTo(TransactionStatus.NONE);
        assertThat(committed()).containsExactly(1L, 1L);
        assertThatThrownBy(door::commit)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-" + ErrorCode.NOT_IN_TRANSACTION.number());
    }

    @Test
    void withoutAutocommitOneTransactionFollowsAnother() throws SQLException {
        assertThat(door.autoCommit()).isTrue();
        door.autoCommit(false);
        insert(1);
        door.commit();
        assertThat(door.transaction()).isEqualTo(TransactionStatus.OPEN);
        insert(2);
        door.rollback();
        insert(4);
        door.autoCommit(true);
        assertThat(committed()).containsExactly(1L, 1L);
        assertThat(door.transaction()).isEqualTo(TransactionStatus.NONE);
    }

    @Test
    void aSavepointIsOnAllDataSources() throws SQLException {
        door.begin();
        insert(1);
        Savepoint point = door.savepoint();
        insert(2, 3);
        door.rollbackTo(point);
        assertThat(orders()).containsExactly(List.of(1L, 10));
        door.release(point);
        assertThatThrownBy(() -> door.rollbackTo(point)).isInstanceOf(SQLException.class);
        insert(4);
        door.commit();
        assertThat(committed()).containsExactly(1L, 1L);
    }

    /** As its database has it: in H2 the transaction goes on without the statement. */
    @Test
    void ofAFailedStatementNothingIsLeftInTheTransaction() throws SQLException {
        insert(2);
        door.begin();
        insert(1);
        try (PreparedSql both = door.prepare("INSERT INTO t_order (order_id, amount) VALUES (3, 30), (2, 20)")) {
            assertThatThrownBy(() -> door.execute(both, List.of(), Limits.NONE))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).startsWith("23"));
        }
        assertThat(door.transaction()).isEqualTo(TransactionStatus.OPEN);
        insert(4);
        door.commit();
        assertThat(orders()).containsExactly(List.of(1L, 10), List.of(2L, 10), List.of(4L, 10));
    }

    @Test
    void aTransactionThatLostAConnectionHasFailedUntilItIsRolledBack() throws SQLException {
        door.begin();
        insert(1, 2);
        databases.probe.strikeWhen(
                call -> call.is("PreparedStatement", "execute")
                        && call.dataSource().equals("ds_1"),
                Fault.dropConnection());
        assertThatThrownBy(this::orders).isInstanceOf(SQLException.class);
        databases.probe.reset();

        assertThat(door.transaction()).isEqualTo(TransactionStatus.FAILED);
        assertThatThrownBy(() -> insert(4))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-" + ErrorCode.TRANSACTION_FAILED.number());
        assertThatThrownBy(door::commit)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-" + ErrorCode.TRANSACTION_ROLLED_BACK.number());
        assertThat(door.transaction()).isEqualTo(TransactionStatus.NONE);
        assertThat(orders()).isEmpty();
    }

    @Test
    void settingsReachEveryDataSource() throws SQLException {
        assertThat(door.isolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        door.isolation(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(door.isolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(door.readOnly()).isFalse();
        door.readOnly(true);
        assertThat(door.readOnly()).isTrue();
        assertThat(orders()).isEmpty();
        assertThat(databases.probe.calls())
                .filteredOn(call -> call.is("Connection", "setTransactionIsolation"))
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void anotherThreadCancels() throws SQLException {
        insert(1, 2);
        databases.probe.strikeWhen(call -> call.is("PreparedStatement", "execute"), Fault.hang());
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> assertThatThrownBy(this::orders)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-" + ErrorCode.CANCELLED.number()));
        while (!reading.isDone()) {
            door.cancel();
            Thread.onSpinWait();
        }
        reading.join();
        databases.probe.reset();
        assertThat(orders()).hasSize(2);
    }

    @Test
    void aReaderGoesAwayInTheMiddleOfRows() throws SQLException {
        insert(1, 2, 3, 4);
        door.begin();
        insert(5);
        PreparedSql read = door.prepare("SELECT order_id FROM t_order");
        DoorRows rows = (DoorRows) door.execute(read, List.of(), new Limits(0, 1, 0));
        assertThat(rows.next()).isTrue();
        assertThat(databases.inUse()).isPositive();

        door.close();
        assertThat(databases.inUse()).isZero();
        assertThat(committed()).containsExactly(2L, 2L);
        assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> door.prepare("SELECT 1")).isInstanceOf(SQLException.class);
        assertThatThrownBy(door::begin).isInstanceOf(SQLException.class);
    }

    @Test
    void aClosedDataSourceOpensNoDoor() {
        databases.refuseSessions();
        assertThatThrownBy(() -> databases.doors().open())
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-" + ErrorCode.CLOSED.number());
    }

    @Test
    void keysAreToldByTheirColumns() throws SQLException {
        try (PreparedSql insert = door.prepareForKeys("INSERT INTO t_keyed (amount) VALUES (?), (?)", "id")) {
            Reply.Changes written = (Reply.Changes) door.execute(insert, List.of(1, 2), Limits.NONE);
            assertThat(written.count()).isEqualTo(2);
            assertThat(written.keys().columns()).hasSize(1);
            assertThat(all(written.keys())).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void eachRowOfABatchIsCountedWhereverItGoes() throws SQLException {
        try (PreparedSql insert = door.prepare(INSERT);
                PreparedSql update = door.prepare("UPDATE t_order SET amount = ? WHERE order_id >= ?")) {
            BatchReply written =
                    door.executeBatch(insert, List.of(List.of(1L, 10), List.of(2L, 20), List.of(3L, 30)), Limits.NONE);
            assertThat(written.counts()).containsExactly(1L, 1L, 1L);
            assertThat(all(written.keys())).isEmpty();

            BatchReply changed = door.executeBatch(update, List.of(List.of(11, 2L), List.of(12, 3L)), Limits.NONE);
            assertThat(changed.counts()).containsExactly(2L, 1L);
        }
        assertThat(orders()).containsExactly(List.of(1L, 10), List.of(2L, 11), List.of(3L, 12));
    }

    @Test
    void keysOfABatchAreInTheOrderOfItsRows() throws SQLException {
        try (PreparedSql insert = door.prepareForKeys("INSERT INTO t_keyed (amount) VALUES (?)");
                PreparedSql read = door.prepare("SELECT id FROM t_keyed ORDER BY amount")) {
            BatchReply written = door.executeBatch(insert, List.of(List.of(1), List.of(2), List.of(3)), Limits.NONE);
            List<List<Object>> keys = all(written.keys());
            assertThat(keys).hasSize(3).doesNotHaveDuplicates();
            assertThat(all((DoorRows) door.execute(read, List.of(), Limits.NONE)))
                    .isEqualTo(keys);
        }
    }

    @Test
    void ofABatchWhoseRowFailsNothingIsWrittenOnAnyNode() throws SQLException {
        try (PreparedSql insert = door.prepare(INSERT)) {
            door.execute(insert, List.of(4L, 40), Limits.NONE);
            BatchUpdateException failure = catchThrowableOfType(
                    BatchUpdateException.class,
                    () -> door.executeBatch(
                            insert, List.of(List.of(1L, 10), List.of(4L, 41), List.of(2L, 20)), Limits.NONE));
            assertThat(failure.getSQLState()).startsWith("23");
            assertThat(failure.getLargeUpdateCounts())
                    .containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED);
            assertThat(orders()).containsExactly(List.of(4L, 40));

            assertThat(door.executeBatch(insert, List.of(List.of(5L, 50)), Limits.NONE)
                            .counts())
                    .containsExactly(1L);
        }
    }

    @Test
    void aBatchIsPartOfTheSessionsTransaction() throws SQLException {
        try (PreparedSql insert = door.prepare(INSERT)) {
            door.begin();
            door.executeBatch(insert, List.of(List.of(1L, 10), List.of(2L, 20)), Limits.NONE);
            assertThat(orders()).hasSize(2);
            door.rollback();
            assertThat(orders()).isEmpty();
        }
    }

    @Test
    void aBatchWithoutRowsDoesNothing() throws SQLException {
        try (PreparedSql insert = door.prepare(INSERT)) {
            BatchReply reply = door.executeBatch(insert, List.of(), Limits.NONE);
            assertThat(reply.counts()).isEmpty();
            assertThat(all(reply.keys())).isEmpty();
        }
    }

    @Test
    void rowsWithTooFewValuesAreRefusedBeforeAnyIsWritten() throws SQLException {
        try (PreparedSql insert = door.prepare(INSERT)) {
            assertThatThrownBy(() -> door.executeBatch(insert, List.of(List.of(1L, 10), List.of(2L)), Limits.NONE))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-" + ErrorCode.PARAMETER_MISSING.number());
        }
        assertThat(orders()).isEmpty();
    }

    @Test
    void aQueryIsNoBatch() throws SQLException {
        try (PreparedSql read = door.prepare("SELECT amount FROM t_order WHERE order_id = ?")) {
            assertThatThrownBy(() -> door.executeBatch(read, List.of(List.of(1L)), Limits.NONE))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-" + ErrorCode.RESULT_IS_ROWS.number());
        }
    }

    @Test
    void aBatchClosesTheRowsThatAreRead() throws SQLException {
        try (PreparedSql insert = door.prepare(INSERT);
                PreparedSql read = door.prepare("SELECT amount FROM t_order")) {
            door.executeBatch(insert, List.of(List.of(1L, 10), List.of(2L, 20)), Limits.NONE);
            DoorRows rows = (DoorRows) door.execute(read, List.of(), Limits.NONE);
            assertThat(rows.next()).isTrue();
            door.executeBatch(insert, List.of(List.of(3L, 30)), Limits.NONE);
            assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
        }
    }
}
