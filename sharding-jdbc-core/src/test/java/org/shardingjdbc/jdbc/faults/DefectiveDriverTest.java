package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
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
}
