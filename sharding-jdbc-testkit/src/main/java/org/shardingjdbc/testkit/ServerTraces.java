package org.shardingjdbc.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server remembers beyond the databases that tests create: where it is equal, nobody can tell whether others
 * used the server before.
 *
 * @param databases their names
 * @param rest settings, users and their rights, prepared transactions, what administration's own database holds
 */
record ServerTraces(List<String> databases, String rest) {
    private static final List<String> POSTGRESQL = List.of(
            "SELECT name, setting FROM pg_settings WHERE source NOT IN ('client', 'session') ORDER BY 1",
            // Also those that are written and not read yet.
            "SELECT sourcefile, name, setting FROM pg_file_settings ORDER BY 1, 2, 3",
            "SELECT r::text FROM pg_authid r ORDER BY 1",
            "SELECT m::text FROM pg_auth_members m ORDER BY 1",
            "SELECT s::text FROM pg_db_role_setting s ORDER BY 1",
            "SELECT spcname FROM pg_tablespace ORDER BY 1",
            "SELECT gid FROM pg_prepared_xacts ORDER BY 1",
            "SELECT slot_name FROM pg_replication_slots ORDER BY 1",
            "SELECT subname FROM pg_subscription ORDER BY 1",
            "SELECT relname FROM pg_class WHERE oid >= 16384 ORDER BY 1",
            "SELECT proname FROM pg_proc WHERE oid >= 16384 ORDER BY 1",
            "SELECT nspname FROM pg_namespace WHERE oid >= 16384 ORDER BY 1");

    private static final List<String> MYSQL = List.of(
            "SHOW GLOBAL VARIABLES",
            "XA RECOVER",
            // Of a table that a version lacks it is NULL.
            "CHECKSUM TABLE mysql.user, mysql.global_priv, mysql.db, mysql.tables_priv, mysql.columns_priv,"
                    + " mysql.procs_priv, mysql.proxies_priv, mysql.global_grants, mysql.role_edges,"
                    + " mysql.roles_mapping, mysql.default_roles, mysql.func, mysql.plugin, mysql.component,"
                    + " mysql.servers, mysql.proc, mysql.event, mysql.general_log, mysql.slow_log");

    private static final String NEXT = "\n";

    /** What it remembers now. */
    static ServerTraces of(NetworkServer server) throws SQLException {
        List<String> questions = server.kind().speaksMySql() ? MYSQL : POSTGRESQL;
        StringBuilder rest = new StringBuilder();
        for (String each : questions) {
            rest.append(String.join(NEXT, rows(server, each))).append(NEXT);
        }
        return new ServerTraces(databases(server), rest.toString());
    }

    static List<String> databases(NetworkServer server) throws SQLException {
        return rows(
                server, server.kind().speaksMySql() ? "SHOW DATABASES" : "SELECT datname FROM pg_database ORDER BY 1");
    }

    private static List<String> rows(NetworkServer server, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection =
                        DriverManager.getConnection(server.administrationUrl(), server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(i == 1 ? "" : " = ").append(found.getString(i));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    /** The databases in one text. */
    String written() {
        return String.join(NEXT, databases);
    }

    /** @param databases as {@link #written} */
    static ServerTraces read(String databases, String rest) {
        return new ServerTraces(List.of(databases.split(NEXT)), rest);
    }
}
