package org.shardingjdbc.scaling.internal.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.shardingjdbc.dialect.internal.Asking;

/** What forbids that the rows of tables leave a database. */
final class PostgreSqlObstacles {
    private static final int OLDEST_VERSION = 14;

    private PostgreSqlObstacles() {}

    static List<String> of(Connection connection, Collection<String> tables) throws SQLException {
        List<String> obstacles = new ArrayList<>();
        server(connection, obstacles);
        for (String table : tables) {
            table(connection, table, obstacles);
        }
        return obstacles;
    }

    private static void server(Connection connection, List<String> obstacles) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version < OLDEST_VERSION) {
            obstacles.add(
                    "The server is PostgreSQL " + version + "; from " + OLDEST_VERSION + " on its log can be read");
        }
        String level = one(connection, "SHOW wal_level");
        if (!level.equals("logical")) {
            obstacles.add("wal_level is " + level + "; set it to logical and start the server anew");
        }
        String free = one(
                connection,
                "SELECT current_setting('max_replication_slots')::int - count(*) FROM pg_replication_slots");
        if (Integer.parseInt(free) < 1) {
            obstacles.add("All replication slots are taken; drop one, or raise max_replication_slots");
        }
        if (!one(connection, "SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = current_user")
                .equals("t")) {
            obstacles.add("The user " + one(connection, "SELECT current_user")
                    + " may not replicate; ALTER ROLE ... REPLICATION lets it");
        }
        if (!one(connection, "SELECT has_database_privilege(current_database(), 'CREATE')")
                .equals("t")) {
            obstacles.add("The user may make no publication; GRANT CREATE ON DATABASE lets it");
        }
        if (!one(connection, "SELECT has_schema_privilege(current_schema(), 'CREATE')")
                .equals("t")) {
            obstacles.add("The user may make no tables; GRANT CREATE ON SCHEMA lets it");
        }
    }

    private static void table(Connection connection, String table, List<String> obstacles) throws SQLException {
        List<String[]> found = Asking.rows(connection, """
                SELECT c.relkind, pg_has_role(c.relowner, 'USAGE'), c.relhassubclass OR c.relispartition
                         OR EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = c.oid),
                       EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary),
                       EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal),
                       (SELECT string_agg(o.conname, ', ') FROM pg_constraint o
                        WHERE o.contype = 'f' AND c.oid IN (o.conrelid, o.confrelid)),
                       c.relrowsecurity, c.relpersistence, c.relreplident,
                       EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid)
                FROM pg_class c WHERE c.oid = to_regclass(quote_ident(?))""", table);
        if (found.isEmpty()) {
            obstacles.add("There is no table " + table);
            return;
        }
        String[] row = found.get(0);
        say(!row[0].equals("r"), table, " is no plain table", obstacles);
        say(!row[1].equals("t"), table, " belongs to somebody else; let its owner move it", obstacles);
        say(row[2].equals("t"), table, " has partitions, or inherits", obstacles);
        say(!row[3].equals("t"), table, " has no primary key; give it one", obstacles);
        say(row[4].equals("t"), table, " has triggers, which would not be at its new place; drop them", obstacles);
        say(
                row[5] != null,
                table,
                " has foreign keys, or is referred to by some: " + row[5] + "; drop them",
                obstacles);
        say(row[6].equals("t"), table, " has row level security, which would not be at its new place", obstacles);
        say(!row[7].equals("p"), table, " is not written to the log; ALTER TABLE ... SET LOGGED", obstacles);
        say(
                !row[8].equals("d"),
                table,
                " tells the log of rows otherwise than by default; REPLICA IDENTITY DEFAULT",
                obstacles);
        say(row[9].equals("t"), table, " has rules; drop them", obstacles);
    }

    private static void say(boolean so, String table, String what, List<String> obstacles) {
        if (so) {
            obstacles.add("Table " + table + what);
        }
    }

    private static String one(Connection connection, String sql) throws SQLException {
        return Asking.rows(connection, sql).get(0)[0];
    }
}
