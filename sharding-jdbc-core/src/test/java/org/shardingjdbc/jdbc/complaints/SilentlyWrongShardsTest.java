package org.shardingjdbc.jdbc.complaints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.FaultyDriver;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.testkit.fault.JdbcProbe;

/**
 * Complaints C1.14, C1.17 and C1.18: databases of an unknown kind, tables that differ, connections of a transaction.
 */
class SilentlyWrongShardsTest {

    @Test
    @DisplayName("C1.14 a database of an unknown kind is refused at start, not paged wrongly")
    void unknownDatabase() {
        DataSource unknown = proxy(DataSource.class, (self, method, arguments) -> {
            if (method.getName().equals("getConnection")) {
                return proxy(
                        Connection.class,
                        (c, called, values) -> called.getName().equals("getMetaData")
                                ? proxy(DatabaseMetaData.class, (m, asked, nothing) -> answer(asked.getName()))
                                : null);
            }
            throw new UnsupportedOperationException(method.getName());
        });
        ShardingConfiguration configuration =
                ShardingConfiguration.builder().dataSource("ds_0", unknown).build();
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(configuration))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-3102")
                .hasMessageContaining("Some DBMS");
    }

    private static Object answer(String method) {
        return method.equals("getURL") ? "jdbc:some:where" : "Some DBMS";
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Side by side, as each waits for 30 seconds whether somebody is altering the tables. */
    @Test
    @DisplayName("C1.17 actual tables with other columns are an error, never a row with values in wrong places")
    void differentColumns() throws Exception {
        TestAbortedException notHere = null;
        List<Callable<Void>> each = new ArrayList<>();
        for (DatabaseKind kind : DatabaseKind.values()) {
            each.add(() -> {
                differentColumns(kind);
                return null;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(each.size());
        try {
            for (Future<Void> done : threads.invokeAll(each)) {
                try {
                    done.get();
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof TestAbortedException aborted)) {
                        throw e;
                    }
                    notHere = aborted;
                }
            }
        } finally {
            threads.shutdownNow();
        }
        if (notHere != null) {
            throw notHere;
        }
    }

    private static void differentColumns(DatabaseKind kind) throws SQLException, IOException {
        try (ComplaintShards shards = ComplaintShards.create(kind, "drift")) {
            execute(
                    shards.raw(1),
                    "ALTER TABLE t_account_3 ADD COLUMN extra INT",
                    "DROP TABLE t_item_3",
                    "CREATE TABLE t_item_3 (item_id INT NOT NULL, user_id INT NOT NULL, order_id INT NOT NULL,"
                            + " quantity INT, product VARCHAR(20))",
                    "INSERT INTO t_item_3 (item_id, order_id, user_id, product) VALUES (77, 4, 3, 'cup')");
            for (DataSource each : List.of(shards.plain())) {
                execute(each, "INSERT INTO t_item (item_id, order_id, user_id, product) VALUES (77, 4, 3, 'cup')");
            }
            try (Forms forms = new Forms(shards)) {
                forms.refused("SHD-5306", "SELECT * FROM t_account")
                        .refused("SHD-5306", "SELECT * FROM t_account WHERE balance > ? ORDER BY account_id", 0)
                        .refused("SHD-5306", "SELECT * FROM t_account WHERE account_id IN (?, ?)", 2, 3)
                        .refused("SHD-5306", "SELECT * FROM t_item")
                        .refused("SHD-5306", "SELECT * FROM t_item ORDER BY item_id")
                        .refused("SHD-5306", "SELECT i.* FROM t_order o JOIN t_item i ON o.user_id = i.user_id")
                        .refused("SHD-5306", "SELECT x.* FROM (SELECT * FROM t_item WHERE item_id > ?) x", 1)
                        .rows("SELECT account_id, city FROM t_account")
                        .list("SELECT item_id, order_id, user_id, product, quantity FROM t_item ORDER BY item_id")
                        .rows("SELECT * FROM t_account WHERE account_id = ?", 2)
                        .write(
                                "t_account WHERE account_id IN (2, 6)",
                                "UPDATE t_account SET city = ? WHERE balance > ?",
                                "x",
                                5);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(DatabaseKind.class)
    @DisplayName(
            "C1.18 a transaction has one connection of each data source: it reads its writes and never waits for itself")
    void oneConnectionInTransactions(DatabaseKind kind) throws SQLException, IOException {
        JdbcProbe probe = new JdbcProbe();
        FaultyDriver.register("complaints_18", probe);
        try (ComplaintShards shards = ComplaintShards.probed(kind, "intransaction", "complaints_18");
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            // The catalog is asked once, on a connection of its own, which functions users have made.
            assertThat(ints(statement, "SELECT COUNT(*) FROM t_order WHERE amount = 1000"))
                    .containsExactly(0);
            probe.reset();
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t_order SET amount = 1000");
            statement.executeUpdate("INSERT INTO t_order (order_id, user_id, amount) VALUES (20, 1, 5), (21, 3, 5)");
            assertThat(ints(statement, "SELECT order_id FROM t_order WHERE amount = 5 ORDER BY order_id"))
                    .containsExactly(20, 21);
            assertThat(ints(statement, "SELECT COUNT(*) FROM t_order WHERE amount = 1000"))
                    .containsExactly(10);
            assertThat(ints(statement, "SELECT order_id FROM t_order WHERE amount = 5 ORDER BY order_id FOR UPDATE"))
                    .containsExactly(20, 21);
            statement.executeUpdate("DELETE FROM t_order WHERE amount = 5");
            assertThat(ints(statement, "SELECT SUM(amount) FROM t_order")).containsExactly(10_000);
            connection.rollback();
            assertThat(connectionsThatRan(probe)).containsExactly("ds_0 x 1", "ds_1 x 1");
        } finally {
            FaultyDriver.unregister("complaints_18");
        }
    }

    /** For each data source, how many connections were asked to make or commit something since the reset. */
    private static List<String> connectionsThatRan(JdbcProbe probe) {
        Set<String> used = probe.calls().stream()
                .filter(call -> call.type().equals("Connection"))
                .filter(call -> call.method().equals("createStatement")
                        || call.method().equals("prepareStatement")
                        || call.method().equals("rollback"))
                .sorted(Comparator.comparing(JdbcCall::dataSource))
                .map(call -> call.dataSource() + "@" + call.handle())
                .collect(Collectors.toSet());
        return used.stream()
                .collect(Collectors.groupingBy(each -> each.substring(0, each.indexOf('@')), Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> each.getKey() + " x " + each.getValue())
                .sorted()
                .toList();
    }

    private static List<Integer> ints(Statement statement, String sql) throws SQLException {
        List<Integer> values = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getInt(1));
            }
        }
        return values;
    }

    private static void execute(DataSource dataSource, String... statements) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
