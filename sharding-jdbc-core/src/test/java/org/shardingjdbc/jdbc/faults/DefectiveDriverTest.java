package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.fault.Fault;

/**
 * An exception of a driver that is no SQLException leaves results as an SQLException that says what was read; so do the
 * results, the statement and the connection that are closed then.
 */
class DefectiveDriverTest {
    private static final List<String> QUERIES = List.of(
            "SELECT order_id, amount FROM t_order WHERE user_id = 1 AND order_id = 5",
            "SELECT order_id, amount FROM t_order ORDER BY order_id",
            "SELECT amount, COUNT(*), AVG(user_id) FROM t_order GROUP BY amount");
    /** It ends the others, and so comes last. */
    private static final String CLOSE = "close";

    private static Object argument(Class<?> type) {
        if (type == int.class) {
            return 1;
        }
        if (type == String.class) {
            return "amount";
        }
        if (type == Class.class) {
            return String.class;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == double.class) {
            return 1d;
        }
        if (type == float.class) {
            return 1f;
        }
        if (type == short.class) {
            return (short) 1;
        }
        return type == byte.class ? (byte) 1 : null;
    }

    /** How many calls failed by a defect; every one of them must have been told as such. */
    private static int callAll(Class<?> face, Object target, String told, List<String> wrong) throws Exception {
        int defects = 0;
        for (Method method : face.getMethods()) {
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = argument(method.getParameterTypes()[i]);
            }
            try {
                if (!method.getName().equals(CLOSE)) {
                    method.invoke(target, arguments);
                }
            } catch (InvocationTargetException e) {
                boolean defect = e.getCause() instanceof SQLException known
                        && known.getMessage().startsWith("SHD-9001");
                defects += defect ? 1 : 0;
                if (!(e.getCause() instanceof SQLException)
                        || defect && !e.getCause().getMessage().contains(told)) {
                    wrong.add(method + ": " + e.getCause());
                }
            }
        }
        return defects;
    }

    @Test
    void resultsTellDefectsOfDriversAsSqlExceptions() throws Exception {
        List<String> wrong = new ArrayList<>();
        int defects = 0;
        try (FaultyShards shards = new FaultyShards(2)) {
            for (String sql : QUERIES) {
                for (int type : new int[] {ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_INSENSITIVE}) {
                    defects += read(shards, sql, type, wrong);
                    shards.assertIdle(sql);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(defects).as("defects of closing that were told").isPositive();
    }

    /** What closes by a defect of the driver says so, which is 1, and is closed all the same. */
    private static int close(AutoCloseable open, List<String> wrong) {
        try {
            open.close();
            return 0;
        } catch (Exception e) {
            if (!(e instanceof SQLException) || !e.getMessage().startsWith("SHD-9001")) {
                wrong.add(open.getClass() + ".close: " + e);
            }
            return 1;
        }
    }

    /** How many defects closing told. */
    private static int read(FaultyShards shards, String sql, int type, List<String> wrong) throws Exception {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement(type, ResultSet.CONCUR_READ_ONLY)) {
            ResultSet rows = statement.executeQuery(sql);
            assertThat(rows.next()).isTrue();
            ResultSetMetaData columns = rows.getMetaData();
            shards.probe().strikeWhen(call -> call.type().startsWith("ResultSet"), Fault.breaking());
            int defects = callAll(ResultSet.class, rows, "SELECT", wrong);
            assertThat(defects).as(sql).isPositive();
            callAll(ResultSetMetaData.class, columns, "", wrong);
            int told = close(rows, wrong);
            assertThat(rows.isClosed()).as(sql).isTrue();
            told += close(statement, wrong);
            assertThat(statement.isClosed()).as(sql).isTrue();
            told += close(connection, wrong);
            assertThat(connection.isClosed()).as(sql).isTrue();
            return told;
        } finally {
            shards.probe().reset();
        }
    }

    /** What an application does when the driver breaks. */
    private interface Action {
        void run(Connection connection) throws SQLException;
    }

    private static void readAll(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getMetaData().getTableName(1);
                rows.getInt(2);
            }
        }
    }

    /** What breaks, and what is done then. */
    private static Map<String, Action> broken() {
        Map<String, Action> actions = new LinkedHashMap<>();
        for (String sql : QUERIES) {
            for (String call : List.of("Statement.executeQuery", "Statement.execute", "ResultSet.next")) {
                actions.put(call + " " + sql, connection -> readAll(connection, sql));
            }
            actions.put("Connection.prepareStatement " + sql, connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.executeQuery();
                }
            });
        }
        Action write = connection -> {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE t_order SET amount = amount");
            }
            connection.setSavepoint("a");
            connection.commit();
        };
        for (String call : List.of("setAutoCommit", "setSavepoint", "commit")) {
            actions.put("Connection." + call, write);
        }
        actions.put("Connection.commit of one statement", connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE t_order SET amount = amount");
            }
        });
        actions.put("Connection.rollback", connection -> {
            connection.setAutoCommit(false);
            readAll(connection, QUERIES.get(0));
            connection.rollback();
        });
        actions.put(
                "DatabaseMetaData.getTypeInfo",
                connection -> connection.getMetaData().getTypeInfo());
        actions.put("Connection.nativeSQL", connection -> connection.nativeSQL("SELECT 1"));
        return actions;
    }

    @Test
    void noConnectionIsUsedAgainAfterADefect() throws Exception {
        List<String> used = new ArrayList<>();
        int struck = 0;
        try (FaultyShards shards = new FaultyShards(2)) {
            for (Map.Entry<String, Action> action : broken().entrySet()) {
                for (Fault fault : List.of(Fault.breaking(), Fault.breakingByError())) {
                    AtomicBoolean once = new AtomicBoolean();
                    String victim = action.getKey().split(" ")[0];
                    try (Connection connection = shards.connection()) {
                        // what is read of the catalog is read before
                        action.getValue().run(connection);
                    }
                    shards.probe().reset();
                    shards.probe()
                            .strikeWhen(
                                    call -> victim.equals(face(call.type()) + "." + call.method())
                                            && once.compareAndSet(false, true),
                                    fault);
                    Throwable error = catchThrowable(() -> {
                        try (Connection connection = shards.connection()) {
                            action.getValue().run(connection);
                        }
                    });
                    if (once.get()) {
                        struck++;
                        shards.assertIdle(action.getKey());
                        if (error == null || !hasClosedOne(shards)) {
                            used.add(action.getKey() + " " + fault + ": " + error);
                        }
                    }
                }
            }
        }
        assertThat(used).isEmpty();
        assertThat(struck).isGreaterThan(20);
    }

    private static String face(String type) {
        return type.endsWith("Statement") ? "Statement" : type;
    }

    /** Whether a pool closes a connection, which it does on a thread of its own. */
    private static boolean hasClosedOne(FaultyShards shards) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        do {
            if (shards.probe().calls().stream()
                    .anyMatch(call -> call.is("Connection", "close") || call.is("Connection", "abort"))) {
                return true;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        } while (System.nanoTime() < end);
        return false;
    }

    /** Nobody knows what the rest of the transaction would read on the branch, so nothing of it counts. */
    @Test
    void aTransactionInWhichRowsBrokeIsNotCommitted() throws Exception {
        try (FaultyShards shards = new FaultyShards(2);
                Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t_order SET amount = 100 WHERE user_id = 1 AND order_id = 5");
            shards.probe().strikeWhen(call -> call.is("ResultSet", "next"), Fault.breaking());
            ResultSet rows = statement.executeQuery(QUERIES.get(0));
            assertThat(catchThrowable(rows::next)).hasMessageStartingWith("SHD-9001");
            shards.probe().reset();
            assertThat(catchThrowable(() -> statement.executeQuery(QUERIES.get(0))))
                    .isInstanceOf(SQLException.class);
            assertThat(catchThrowable(connection::commit)).isInstanceOf(SQLException.class);
            try (ResultSet again = statement.executeQuery(QUERIES.get(0))) {
                assertThat(again.next()).isTrue();
                assertThat(again.getInt(2)).isNotEqualTo(100);
            }
            connection.rollback();
        }
    }
}
