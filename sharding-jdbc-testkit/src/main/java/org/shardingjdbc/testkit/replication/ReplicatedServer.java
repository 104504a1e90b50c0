package org.shardingjdbc.testkit.replication;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.replication.ReplicationSql.MariaDbReplicas;
import org.shardingjdbc.testkit.replication.ReplicationSql.MySqlReplicas;
import org.shardingjdbc.testkit.replication.ReplicationSql.PostgreSqlReplicas;

/** One server of {@link ReplicatedServers}. Safe for all threads. */
public final class ReplicatedServer {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final String APPLICATION = "app";

    private final TestServer server;
    private final ReplicationSql sql;

    private ReplicatedServer(TestServer server, ReplicationSql sql) {
        this.server = server;
        this.sql = sql;
    }

    static ReplicatedServer of(TestServer server) {
        ReplicationSql sql =
                switch (server.kind()) {
                    case POSTGRESQL -> new PostgreSqlReplicas();
                    case MARIADB -> new MariaDbReplicas();
                    case MYSQL -> new MySqlReplicas();
                    case H2 -> throw new IllegalArgumentException("H2 does not replicate");
                };
        return new ReplicatedServer(server, sql);
    }

    TestServer server() {
        return server;
    }

    /** What kind of database it is. */
    public DatabaseKind kind() {
        return server.kind();
    }

    /** The JDBC URL of a database, whether it exists or not. */
    public String jdbcUrl(String database) {
        return server.jdbcUrl(database);
    }

    /** A user of the databases who may not write where {@link #readOnly} is set. */
    public String user() {
        return kind() == DatabaseKind.POSTGRESQL ? server.user() : APPLICATION;
    }

    /** Of {@link #user}. */
    public String password() {
        return kind() == DatabaseKind.POSTGRESQL ? server.password() : APPLICATION;
    }

    /** Makes {@link #user}; on the primary, for all. */
    void addUser() throws SQLException {
        if (kind() == DatabaseKind.POSTGRESQL) {
            return;
        }
        // one for "anybody at localhost" may be there, which goes before "app from anywhere"
        for (String host : List.of("localhost", "%")) {
            String user = "'" + APPLICATION + "'@'" + host + "'";
            run("CREATE USER " + user + " IDENTIFIED BY '" + APPLICATION + "'");
            run("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX ON *.* TO " + user);
        }
    }

    /** Runs statements one after the other as the administrator, on no database of one's own. */
    public void run(String... statements) throws SQLException {
        try (Connection connection = administrator();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private Connection administrator() throws SQLException {
        String database = kind() == DatabaseKind.POSTGRESQL ? "postgres" : "";
        return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
    }

    /** Follows that primary from now on. */
    public void follow(ReplicatedServer primary) throws SQLException {
        String url = primary.jdbcUrl("");
        String port = url.substring(url.lastIndexOf(':') + 1, url.lastIndexOf('/'));
        run(sql.follow(Integer.parseInt(port)));
    }

    /** Lets what arrives from the primary wait, so that it lags. */
    public void pause() throws SQLException {
        run(sql.pause());
    }

    /** Ends the waiting. */
    public void resume() throws SQLException {
        run(sql.resume());
    }

    /** Takes nothing from its primary any more, until it is told to {@link #follow} one. */
    public void stopFollowing() throws SQLException {
        run(sql.stopFollowing());
    }

    /** Makes a standby a primary: it follows nobody any more and takes writes. Returns when it does. */
    public void promote() throws SQLException {
        run(sql.promote());
    }

    /** Whether it refuses to write for {@link #user}; PostgreSQL's standbys always do. */
    public void readOnly(boolean set) throws SQLException {
        run(sql.readOnly(set));
    }

    /** Kills the process; what was committed is kept. */
    public void kill() {
        server.kill();
    }

    /** Starts the killed process again, on the same port, as what it was. */
    public void restart() {
        server.restart();
    }

    /** Returns when this standby has what the primary has written by now. */
    public void awaitAllOf(ReplicatedServer primary) throws SQLException {
        String position = primary.value(sql.position());
        long start = System.nanoTime();
        while (!"1".equals(value(sql.hasReached(position)))) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException(kind().title() + " does not reach " + position + ": " + status());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted", e);
            }
        }
    }

    /** What it says of its errors. */
    private String status() throws SQLException {
        if (kind() == DatabaseKind.POSTGRESQL) {
            return "replayed " + value("SELECT pg_last_wal_replay_lsn()");
        }
        try (Connection connection = administrator();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW SLAVE STATUS")) {
            return row.next() ? row.getString("Last_IO_Error") + row.getString("Last_SQL_Error") : "it follows nobody";
        }
    }

    private String value(String query) throws SQLException {
        try (Connection connection = administrator();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : null;
        }
    }
}
