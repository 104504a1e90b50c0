package org.shardingjdbc.scaling.internal.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;

/** What forbids that the rows of tables leave a database. Partitioned tables may; their copies have the partitions. */
final class BinlogObstacles {
    private static final int NO_PRIVILEGE = 1227;
    private static final List<Integer> OLDEST_MYSQL = List.of(5, 7);
    private static final List<Integer> OLDEST_MARIADB = List.of(10, 5);

    private final Connection connection;
    private final boolean mariaDb;
    private final List<String> found = new ArrayList<>();

    private BinlogObstacles(Connection connection) throws SQLException {
        this.connection = connection;
        this.mariaDb = BinlogDatabase.isMariaDb(connection);
    }

    static List<String> of(Connection connection, Collection<String> tables) throws SQLException {
        BinlogObstacles obstacles = new BinlogObstacles(connection);
        if (obstacles.isNew() && obstacles.hasLog()) {
            obstacles.rights();
        }
        for (String table : tables) {
            obstacles.table(table);
        }
        return obstacles.found;
    }

    private boolean isNew() throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        int minor = connection.getMetaData().getDatabaseMinorVersion();
        List<Integer> oldest = mariaDb ? OLDEST_MARIADB : OLDEST_MYSQL;
        if (major < oldest.get(0) || major == oldest.get(0) && minor < oldest.get(1)) {
            found.add("The server is " + (mariaDb ? "MariaDB " : "MySQL ") + major + "." + minor + "; from "
                    + oldest.get(0) + "." + oldest.get(1) + " on its log can be read");
            return false;
        }
        return true;
    }

    /** Whether there is one; adds what is wrong with it. */
    private boolean hasLog() throws SQLException {
        Map<String, String> is = new LinkedHashMap<>();
        for (String[] row : Asking.rows(connection, "SHOW GLOBAL VARIABLES")) {
            is.put(row[0].toLowerCase(Locale.ROOT), row[1]);
        }
        if ("OFF".equals(is.get("log_bin"))) {
            found.add("The server writes no binary log; start it with log_bin");
            return false;
        }
        must(is, "binlog_format", "ROW", "SET GLOBAL binlog_format = 'ROW', and let applications connect anew");
        must(is, "binlog_row_image", "FULL", "SET GLOBAL binlog_row_image = 'FULL', and let applications connect anew");
        must(is, "binlog_order_commits", "ON", "SET GLOBAL binlog_order_commits = ON");
        must(is, "binlog_transaction_compression", "OFF", "SET GLOBAL binlog_transaction_compression = OFF");
        must(is, "binlog_row_value_options", "", "SET GLOBAL binlog_row_value_options = ''");
        must(is, "log_bin_compress", "OFF", "SET GLOBAL log_bin_compress = OFF");
        must(is, "encrypt_binlog", "OFF", "start it with encrypt_binlog=OFF");
        return true;
    }

    /** A variable that a server does not have stands for none. */
    private void must(Map<String, String> is, String variable, String value, String remedy) {
        String its = is.get(variable);
        if (its != null && !its.equalsIgnoreCase(value)) {
            found.add(variable + " is " + its + "; " + remedy);
        }
    }

    private void rights() throws SQLException {
        String user = String.valueOf(Asking.first(connection, "SELECT CURRENT_USER()"));
        if (!isAllowed("SHOW BINARY LOGS")) {
            found.add("The user " + user + " may not ask for the log; GRANT "
                    + (mariaDb ? "BINLOG MONITOR" : "REPLICATION CLIENT") + " lets it");
        }
        boolean reads = mariaDb
                ? !Asking.rows(
                                connection,
                                "SELECT 1 FROM information_schema.user_privileges WHERE privilege_type = 'REPLICATION SLAVE'"
                                        + " AND REPLACE(grantee, '''', '') IN (CURRENT_USER(), CURRENT_ROLE())")
                        .isEmpty()
                : isAllowed("SHOW SLAVE HOSTS");
        if (!reads) {
            found.add("The user " + user + " may not read the log; GRANT REPLICATION SLAVE lets it");
        }
    }

    private boolean isAllowed(String question) throws SQLException {
        try {
            Asking.rows(connection, question);
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == NO_PRIVILEGE) {
                return false;
            }
            if (question.equals("SHOW SLAVE HOSTS") && "42000".equals(e.getSQLState())) {
                // from MySQL 8.4 on
                return isAllowed("SHOW REPLICAS");
            }
            throw e;
        }
    }

    private void table(String table) throws SQLException {
        List<String[]> rows = Asking.rows(
                connection,
                "SELECT t.table_type, t.engine, (SELECT e.transactions FROM information_schema.engines e"
                        + " WHERE e.engine = t.engine) FROM information_schema.tables t"
                        + " WHERE t.table_schema = DATABASE() AND t.table_name = ?",
                table);
        if (rows.isEmpty()) {
            found.add("There is no table " + table);
            return;
        }
        String[] row = rows.get(0);
        if (!row[0].equals("BASE TABLE")) {
            found.add("Table " + table + " is no plain table, but a " + row[0]);
            return;
        }
        if (!"YES".equals(row[2])) {
            found.add("Table " + table + " is of the engine " + row[1]
                    + ", which has no transactions; ALTER TABLE ... ENGINE = InnoDB");
        }
        key(table);
        say(
                table,
                names(
                        "SELECT trigger_name FROM information_schema.triggers WHERE event_object_schema = DATABASE()"
                                + " AND event_object_table = ?",
                        table),
                " has triggers, which would not be at its new place; drop them: ");
        say(
                table,
                names(
                        "SELECT DISTINCT constraint_name FROM information_schema.key_column_usage"
                                + " WHERE referenced_table_name IS NOT NULL AND (table_schema = DATABASE() AND table_name = ?"
                                + " OR referenced_table_schema = DATABASE() AND referenced_table_name = ?)",
                        table,
                        table),
                " has foreign keys, or is referred to by some; drop them: ");
        columns(table);
    }

    private void key(String table) throws SQLException {
        List<String[]> key = Asking.rows(
                connection,
                "SELECT column_name, sub_part FROM information_schema.statistics WHERE table_schema = DATABASE()"
                        + " AND table_name = ? AND index_name = 'PRIMARY'",
                table);
        if (key.isEmpty()) {
            found.add("Table " + table + " has no primary key; give it one");
        }
        for (String[] row : key) {
            if (row[1] != null) {
                found.add("Of table " + table + " the primary key has only a part of column " + row[0]
                        + "; let it have the whole");
            }
        }
    }

    private void columns(String table) throws SQLException {
        for (String[] column : BinlogDatabase.columns(connection, table)) {
            if (column[BinlogDatabase.WRITTEN].equals("1") && ColumnForm.of(BinlogDatabase.type(column)) == null) {
                found.add("Column " + column[0] + " of table " + table + " is of type " + column[1]
                        + ", which is not moved yet");
            }
        }
    }

    private List<String> names(String sql, @Nullable Object... parameters) throws SQLException {
        return Asking.rows(connection, sql, parameters).stream()
                .map(row -> row[0])
                .toList();
    }

    private void say(String table, List<String> names, String what) {
        if (!names.isEmpty()) {
            found.add("Table " + table + what + String.join(", ", names));
        }
    }
}
