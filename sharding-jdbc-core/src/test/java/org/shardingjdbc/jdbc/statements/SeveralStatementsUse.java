package org.shardingjdbc.jdbc.statements;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * One use of a text of several statements.
 *
 * @param name what is done
 */
record SeveralStatementsUse(String name, Action action) {
    private static final String UPDATE_A = "UPDATE t_order SET status = 'a' WHERE user_id = 1";
    private static final String UPDATES = UPDATE_A + "; UPDATE t_order SET status = 'b' WHERE order_id > 3";
    private static final String SELECT_A = "SELECT order_id FROM t_order WHERE user_id = 1 ORDER BY order_id";
    private static final String SELECT_ALL = "SELECT order_id, status FROM t_order ORDER BY order_id";

    /** What is done. */
    interface Action {
        void on(Connection connection, Transcript transcript) throws SQLException;
    }

    private interface OnStatement {
        void on(Statement statement, Transcript transcript) throws SQLException;
    }

    private interface OnPrepared {
        void on(PreparedStatement statement, Transcript transcript) throws SQLException;
    }

    private static SeveralStatementsUse statement(String name, OnStatement action) {
        return new SeveralStatementsUse(name, (connection, transcript) -> {
            try (Statement statement = connection.createStatement()) {
                action.on(statement, transcript);
            }
        });
    }

    private static SeveralStatementsUse prepared(String name, String sql, OnPrepared action) {
        return new SeveralStatementsUse(name, (connection, transcript) -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                action.on(statement, transcript);
            }
        });
    }

    private static SeveralStatementsUse executed(String sql) {
        return statement(sql, (s, t) -> {
            if (t.callOfDatabase("execute", () -> s.execute(sql))) {
                t.results(s);
            }
        });
    }

    /** Our commit of what has failed says so, and PostgreSQL's does not: it is rolled back here. */
    private static SeveralStatementsUse inTransaction(String sql) {
        return new SeveralStatementsUse("in a transaction: " + sql, (c, t) -> {
            c.setAutoCommit(false);
            boolean next;
            try (Statement s = c.createStatement()) {
                if (t.callOfDatabase("execute", () -> s.execute(sql))) {
                    t.results(s);
                }
                next = t.callOfDatabase("next", () -> s.execute("UPDATE t_config SET content = 'after'"));
            }
            if (next) {
                c.commit();
            }
        });
    }

    private static SeveralStatementsUse rolledBack(String sql) {
        return new SeveralStatementsUse("rolled back: " + sql, (c, t) -> {
            c.setAutoCommit(false);
            try (Statement s = c.createStatement()) {
                if (t.callOfDatabase("execute", () -> s.execute(sql))) {
                    t.results(s);
                }
            }
            c.rollback();
        });
    }

    /** Those that come out alike on a database of that kind. */
    static List<SeveralStatementsUse> all(DatabaseKind kind) {
        List<SeveralStatementsUse> uses = new ArrayList<>();
        for (String sql : new String[] {
            UPDATES,
            UPDATES + "; " + SELECT_ALL,
            SELECT_A + "; " + SELECT_ALL,
            SELECT_A + "; " + UPDATES,
            UPDATE_A + "; " + SELECT_A
        }) {
            plain(uses, kind, sql);
        }
        texts(uses, kind);
        failures(uses);
        transactions(uses, kind);
        preparedUses(uses, kind);
        settings(uses, kind);
        return uses;
    }

    private static void plain(List<SeveralStatementsUse> uses, DatabaseKind kind, String sql) {
        uses.add(executed(sql));
        uses.add(rolledBack(sql));
        uses.add(inTransaction(sql));
        uses.add(prepared("prepared execute: " + sql, sql, (s, t) -> {
            t.call("execute", s::execute);
            t.results(s);
        }));
        boolean rowsFirst = sql.startsWith("SELECT");
        boolean rows = sql.contains("SELECT");
        // where these drivers fail they do so behind the statements, of which ours then executes none
        boolean lateUpdate = kind == DatabaseKind.POSTGRESQL ? rows : kind == DatabaseKind.MARIADB && rowsFirst;
        boolean lateQuery = kind == DatabaseKind.POSTGRESQL || kind == DatabaseKind.MARIADB && !rowsFirst;
        if (!lateUpdate) {
            counted(uses, sql);
        }
        if (!lateQuery) {
            queried(uses, sql);
        }
        // the others' batches fail, or have more counts than texts
        if (!rowsFirst && (kind == DatabaseKind.MYSQL || kind == DatabaseKind.H2)) {
            uses.add(statement("addBatch: " + sql, (s, t) -> {
                s.addBatch(sql);
                s.addBatch("UPDATE t_config SET content = 'x'");
                t.call("executeBatch", s::executeBatch);
            }));
        }
    }

    private static void counted(List<SeveralStatementsUse> uses, String sql) {
        uses.add(statement("executeUpdate: " + sql, (s, t) -> {
            if (t.call("executeUpdate", () -> s.executeUpdate(sql))) {
                t.results(s);
            }
        }));
        uses.add(statement("executeLargeUpdate: " + sql, (s, t) -> {
            if (t.call("executeLargeUpdate", () -> s.executeLargeUpdate(sql))) {
                t.results(s);
            }
        }));
        uses.add(prepared("prepared executeUpdate: " + sql, sql, (s, t) -> {
            if (t.call("executeUpdate", s::executeUpdate)) {
                t.results(s);
            }
        }));
    }

    private static void queried(List<SeveralStatementsUse> uses, String sql) {
        uses.add(statement("executeQuery: " + sql, (s, t) -> {
            if (t.call("executeQuery", () -> Transcript.rows(s.executeQuery(sql)))) {
                t.line("more " + s.getMoreResults());
                t.results(s);
            }
        }));
        uses.add(prepared("prepared executeQuery: " + sql, sql, (s, t) -> {
            if (t.call("executeQuery", () -> Transcript.rows(s.executeQuery()))) {
                t.line("more " + s.getMoreResults());
                t.results(s);
            }
        }));
    }

    private static void texts(List<SeveralStatementsUse> uses, DatabaseKind kind) {
        for (String sql : new String[] {
            "SELECT 1;",
            "SELECT 1 /* the end; */ ;  ",
            "SELECT 1 ;;",
            // behind the last semicolon a comment would be one more count to some drivers
            "/* a; b */ SELECT 1; -- the first; of it\n/* c; d */ SELECT 2 /* e */",
            "UPDATE t_order SET status = 'x;y' WHERE user_id = 1; UPDATE t_order SET status = ';' WHERE user_id = 2",
            "INSERT INTO t_config (name, content) VALUES ('b;', 'it''s;'); SELECT content FROM t_config WHERE name = 'b;'",
            "DELETE FROM t_order WHERE user_id = 1; DELETE FROM t_order; DELETE FROM t_config",
            "CREATE TABLE t_made (id INT PRIMARY KEY); INSERT INTO t_made (id) VALUES (1); SELECT id FROM t_made;"
                    + " DROP TABLE t_made",
            "SELECT COUNT(*) FROM t_order; SELECT user_id, COUNT(*) FROM t_order GROUP BY user_id ORDER BY user_id;"
                    + " SELECT a.order_id FROM t_order a JOIN t_order b ON a.order_id = b.order_id + 1 ORDER BY 1"
        }) {
            uses.add(executed(sql));
        }
        switch (kind) {
            case MYSQL, MARIADB -> {
                uses.add(executed("SET @x = 7; SELECT @x; SELECT @x + 1"));
                uses.add(executed("UPDATE t_order SET status = \"p;q\" WHERE user_id = 1; # no; end\n SELECT 1"));
                uses.add(executed(
                        "INSERT INTO t_serial (user_id, kind, name) VALUES (1, 1, 'k'); SELECT LAST_INSERT_ID() > 0"));
                uses.add(executed(
                        "CREATE PROCEDURE p_several() BEGIN UPDATE t_config SET content = 'p'; SELECT 5; END"));
                uses.add(executed("DROP PROCEDURE p_several"));
            }
            case POSTGRESQL -> {
                gaps(uses);
                uses.add(executed("SELECT $$a;b$$; SELECT $x$c;d$x$"));
                uses.add(executed("DO $$ BEGIN PERFORM 1; PERFORM 2; END $$; SELECT 3"));
                uses.add(executed("SET application_name = 'several'; SHOW application_name"));
                uses.add(executed("INSERT INTO t_config VALUES ('r', '1') RETURNING name;"
                        + " UPDATE t_config SET content = '3' RETURNING name"));
            }
            case H2 -> {
                gaps(uses);
                uses.add(executed("SELECT $$a;b$$; SELECT $$c;d$$"));
                uses.add(executed("SET @x = 7; SELECT @x"));
            }
        }
    }

    private static void gaps(List<SeveralStatementsUse> uses) {
        for (String sql : new String[] {"SELECT 1;; SELECT 2", "; SELECT 1", ";;"}) {
            uses.add(executed(sql));
        }
    }

    private static void failures(List<SeveralStatementsUse> uses) {
        for (String failing : new String[] {
            "INSERT INTO t_order (order_id, user_id) VALUES (2, 1)",
            "UPDATE t_order SET absent = 1",
            "SELECT * FROM t_absent",
            "SELEC 1",
        }) {
            String sql = UPDATE_A + "; " + failing + "; UPDATE t_order SET status = 'c' WHERE user_id = 2";
            uses.add(executed(sql));
            uses.add(inTransaction(sql));
            uses.add(new SeveralStatementsUse(
                    "prepared: " + sql,
                    (c, t) -> t.call("prepareStatement and execute", () -> {
                        try (PreparedStatement s = c.prepareStatement(sql)) {
                            return s.execute();
                        }
                    })));
        }
        uses.add(executed("SELECT * FROM t_absent; " + UPDATE_A));
        uses.add(executed(UPDATE_A + "; SELECT * FROM t_absent"));
        uses.add(executed(SELECT_ALL + "; SELECT * FROM t_absent"));
    }

    private static void transactions(List<SeveralStatementsUse> uses, DatabaseKind kind) {
        boolean mySql = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
        String begin = mySql ? "START TRANSACTION" : "BEGIN";
        uses.add(executed(begin + "; " + UPDATES + "; COMMIT"));
        uses.add(executed(begin + "; " + UPDATES + "; ROLLBACK"));
        uses.add(executed(UPDATE_A + "; COMMIT; UPDATE t_config SET content = 'q'"));
        uses.add(executed(UPDATE_A + "; COMMIT; UPDATE t_config SET absent = 'q'"));
        uses.add(executed(UPDATE_A + "; ROLLBACK; UPDATE t_config SET content = 'q'"));
        uses.add(executed(begin + "; " + UPDATES + "; COMMIT; UPDATE t_config SET absent = 'q'"));
        uses.add(executed(begin + "; " + UPDATE_A + "; SAVEPOINT s;"
                + " UPDATE t_order SET status = 'b' WHERE user_id = 2; ROLLBACK TO SAVEPOINT s; COMMIT"));
        uses.add(statement("a transaction that the text begins", (s, t) -> {
            t.call("execute", () -> s.execute("UPDATE t_config SET content = 'q'; " + begin + "; " + UPDATES));
            t.results(s);
            t.call("execute", () -> s.execute("ROLLBACK"));
        }));
        uses.add(statement("a transaction that the text begins and fails in", (s, t) -> {
            String sql =
                    "UPDATE t_config SET content = 'q'; " + begin + "; " + UPDATE_A + "; UPDATE t_order SET absent = 1";
            t.call("execute", () -> s.execute(sql));
            t.call("execute", () -> s.execute("UPDATE t_order SET status = 'd' WHERE user_id = 2"));
            t.call("execute", () -> s.execute(kind == DatabaseKind.POSTGRESQL ? "ROLLBACK" : "COMMIT"));
        }));
        uses.add(inTransaction(UPDATE_A + "; ROLLBACK; " + UPDATES));
        uses.add(inTransaction(UPDATE_A + "; COMMIT; UPDATE t_order SET absent = 1"));
        uses.add(rolledBack(UPDATE_A + "; COMMIT; UPDATE t_order SET status = 'b' WHERE user_id = 2"));
    }

    private static void preparedUses(List<SeveralStatementsUse> uses, DatabaseKind kind) {
        String updates = "UPDATE t_order SET status = ? WHERE user_id = ? AND order_id = ?;\n"
                + " UPDATE t_order SET status = ? WHERE user_id = ? AND order_id = ?";
        uses.add(prepared("updates with parameters", updates, (s, t) -> {
            t.line("parameters " + s.getParameterMetaData().getParameterCount());
            for (int round = 0; round < 3; round++) {
                set(s, "r" + round, 1, 2, "s" + round, 2, 4);
                t.call("execute", s::execute);
                t.results(s);
            }
            set(s, "u", 1, 3, "v", 2, 5);
            t.call("executeUpdate", s::executeUpdate);
            t.results(s);
        }));
        uses.add(prepared(
                "parameters in all kinds",
                "INSERT INTO t_order (order_id, user_id, status) VALUES (?, ?, 'k'), (?, ?, ?);"
                        + " SELECT order_id FROM t_order WHERE user_id IN (?, ?) ORDER BY order_id;"
                        + " DELETE FROM t_order WHERE order_id = ?;"
                        + " SELECT order_id, status FROM t_order WHERE order_id > ? ORDER BY order_id",
                (s, t) -> {
                    set(s, 11, 4, 12, 5, "l", 1, 5, 3, 4);
                    t.call("execute", s::execute);
                    t.results(s);
                }));
        uses.add(prepared("a parameter is missing", updates, (s, t) -> {
            s.setString(1, "a");
            s.setInt(2, 1);
            s.setInt(3, 2);
            t.call("execute", s::execute);
        }));
        if (kind != DatabaseKind.POSTGRESQL) {
            uses.add(prepared("a batch of updates with parameters", updates, (s, t) -> {
                set(s, "u", 1, 2, "v", 2, 4);
                s.addBatch();
                set(s, "w", 1, 3, "x", 2, 5);
                s.addBatch();
                t.call("executeBatch", s::executeBatch);
            }));
            uses.add(new SeveralStatementsUse("keys", SeveralStatementsUse::keys));
        }
        if (kind != DatabaseKind.MARIADB) {
            uses.add(prepared(
                    "a parameter too many",
                    updates,
                    (s, t) -> t.call("setInt", () -> {
                        s.setInt(7, 1);
                        return null;
                    })));
            uses.add(prepared(
                    "metadata of rows",
                    SELECT_ALL + "; " + SELECT_A,
                    (s, t) -> t.line("columns " + s.getMetaData().getColumnCount())));
        }
    }

    private static void keys(Connection connection, Transcript t) throws SQLException {
        String sql = "INSERT INTO t_serial (user_id, kind, name) VALUES (?, 1, 'a'), (?, 2, 'b');"
                + " INSERT INTO t_serial (user_id, kind, name) VALUES (?, 1, 'c')";
        try (PreparedStatement s = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            set(s, 1, 1, 1);
            t.call("execute", s::execute);
            t.keys(s);
            t.line("more " + s.getMoreResults() + " " + s.getUpdateCount());
            t.keys(s);
            t.line("more " + s.getMoreResults() + " " + s.getUpdateCount());
            set(s, 2, 2, 2);
            t.call("executeUpdate", s::executeUpdate);
            t.keys(s);
        }
    }

    static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    private static void settings(List<SeveralStatementsUse> uses, DatabaseKind kind) {
        String selects = SELECT_ALL + "; UPDATE t_config SET content = 'm'; " + SELECT_A;
        uses.add(statement("setMaxRows", (s, t) -> {
            s.setMaxRows(1);
            t.call("execute", () -> s.execute(selects));
            t.results(s);
        }));
        uses.add(statement("setFetchSize", (s, t) -> {
            s.setFetchSize(2);
            t.call("execute", () -> s.execute(selects));
            t.results(s);
        }));
        uses.add(new SeveralStatementsUse("setFetchSize in a transaction", (c, t) -> {
            c.setAutoCommit(false);
            try (Statement s = c.createStatement()) {
                s.setFetchSize(2);
                t.call("execute", () -> s.execute(selects));
                t.results(s);
            }
            c.commit();
        }));
        uses.add(new SeveralStatementsUse("scrollable rows", (c, t) -> {
            try (Statement s = c.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
                t.call("execute", () -> s.execute(selects));
                ResultSet rows = s.getResultSet();
                t.call("last", rows::last);
                t.line("row " + rows.getRow() + " " + rows.getString(2));
            }
        }));
        uses.add(statement("KEEP_CURRENT_RESULT", (s, t) -> {
            t.call("execute", () -> s.execute(selects));
            ResultSet first = s.getResultSet();
            t.line("next " + first.next() + first.getInt(1));
            t.call("more", () -> s.getMoreResults(Statement.KEEP_CURRENT_RESULT));
            t.call("closed", first::isClosed);
            t.call("first", () -> first.next() ? first.getInt(1) : null);
            t.call("count", s::getUpdateCount);
            t.call("more", () -> s.getMoreResults(Statement.KEEP_CURRENT_RESULT));
            t.call("first", () -> first.next() ? first.getInt(1) : null);
            if (kind != DatabaseKind.H2) {
                ResultSet second = s.getResultSet();
                t.call("second", () -> Transcript.rows(second));
            }
            t.call("more", () -> s.getMoreResults(Statement.CLOSE_ALL_RESULTS));
            if (kind != DatabaseKind.MARIADB) {
                t.call("closed", first::isClosed);
            }
        }));
        uses.add(statement("rows that are not read", (s, t) -> {
            t.call("execute", () -> s.execute(selects));
            t.call("execute", () -> s.execute(UPDATES));
            t.results(s);
        }));
        // the others close it before its last rows were shown
        if (kind == DatabaseKind.POSTGRESQL || kind == DatabaseKind.H2) {
            uses.add(statement("closeOnCompletion", (s, t) -> {
                s.closeOnCompletion();
                t.call("execute", () -> s.execute(selects));
                s.getResultSet().close();
                t.line("closed " + s.isClosed());
                if (!s.isClosed()) {
                    t.call("more", s::getMoreResults);
                    t.line("closed " + s.isClosed());
                }
                if (!s.isClosed()) {
                    t.call("more", s::getMoreResults);
                    ResultSet last = s.getResultSet();
                    if (last != null) {
                        last.close();
                    }
                    t.line("closed " + s.isClosed());
                }
            }));
        }
        uses.add(statement("the statement of rows", (s, t) -> {
            t.call("execute", () -> s.execute(selects));
            t.line("same " + (s.getResultSet().getStatement() == s));
            s.getMoreResults();
            s.getMoreResults();
            t.line("same " + (s.getResultSet() == null || s.getResultSet().getStatement() == s));
        }));
        uses.add(statement("the rows are closed by the connection's next statement or not", (s, t) -> {
            t.call("execute", () -> s.execute(SELECT_ALL + "; " + SELECT_A));
            try (Statement other = s.getConnection().createStatement()) {
                other.execute("UPDATE t_config SET content = 'o'");
            }
            t.results(s);
        }));
    }
}
