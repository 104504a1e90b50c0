package org.shardingjdbc.testkit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.opentest4j.TestAbortedException;

/**
 * A database server for tests: had when first asked for, one per JVM and kind, and stopped when the JVM ends (however
 * it ends), or left to the next one of a Maven build ({@link LentServer}): nobody else uses it meanwhile. A server that
 * the environment names is used instead of starting one: {@code SHARDING_TEST_POSTGRESQL_URL} (such as
 * {@code jdbc:postgresql://host:5432/}, the database name is put behind the last slash), {@code ..._USER} and
 * {@code ..._PASSWORD}; likewise for {@code H2}, {@code MARIADB} and {@code MYSQL}.
 *
 * <p>Safe for use by several threads. Database names are given by the test; two tests that run at the same time need
 * two names.
 */
public final class TestServer {
    private static final Map<DatabaseKind, TestServer> RUNNING = new EnumMap<>(DatabaseKind.class);

    /** Guarded by {@link #RUNNING}, null until asked for. */
    private static TestServer mySql57;

    private final DatabaseServer server;
    /** The names of those that were created and not dropped. */
    private final Set<String> databases;

    private boolean stopped;

    private TestServer(DatabaseServer server, Set<String> databases) {
        this.server = server;
        this.databases = databases;
    }

    private static TestServer over(DatabaseServer server) {
        return new TestServer(server, new LinkedHashSet<>());
    }

    /**
     * The server of that kind, started if it is not running yet.
     *
     * @throws TestAbortedException when it cannot be had here (MySQL: a library is missing, no Docker engine answers),
     *     which skips the test that asks
     * @throws IllegalStateException when it should start and does not
     */
    public static TestServer of(DatabaseKind kind) {
        synchronized (RUNNING) {
            TestServer server = RUNNING.get(kind);
            if (server == null) {
                server = over(start(kind));
                RUNNING.put(kind, server);
                stopWithTheJvm(server);
            }
            return server;
        }
    }

    /**
     * A server of that kind that nobody else uses, so that a test may {@link #kill} and {@link #restart} it. It is
     * stopped by {@link #end}, or else with the JVM. The environment's servers are never given away.
     *
     * @throws TestAbortedException when it cannot be had here, which skips the test that asks
     */
    public static TestServer own(DatabaseKind kind) {
        TestServer server = over(
                switch (kind) {
                    case POSTGRESQL -> EmbeddedPostgreSql.start(true);
                    case MARIADB -> EmbeddedMariaDb.start(true, List.of());
                    case MYSQL -> EmbeddedMySql.start(MySqlVersion.V8, EmbeddedMySql.ALONE);
                    case H2 -> throw new TestAbortedException("H2 runs in this process and cannot be killed");
                });
        return stopOwnWithTheJvm(server);
    }

    /**
     * As {@link #own}, one that writes down its changes for others to follow.
     *
     * @param id another for each server of a group, from 1
     */
    public static TestServer followed(DatabaseKind kind, int id) {
        List<String> options = new ArrayList<>(written(id));
        TestServer server = over(
                switch (kind) {
                    case POSTGRESQL -> EmbeddedPostgreSql.start(true);
                    case MARIADB -> EmbeddedMariaDb.start(true, options);
                    case MYSQL -> {
                        options.addAll(List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON"));
                        yield EmbeddedMySql.start(MySqlVersion.V8, options);
                    }
                    case H2 -> throw new TestAbortedException("H2 does not replicate");
                });
        return stopOwnWithTheJvm(server);
    }

    /**
     * As {@link #followed}, of MySQL 5.7.
     *
     * @param id another for each server of a group, from 1
     */
    public static TestServer followedMySql57(int id) {
        return stopOwnWithTheJvm(over(EmbeddedMySql.start(MySqlVersion.V5, written(id))));
    }

    private static List<String> written(int id) {
        // MariaDB's own format is MIXED
        return List.of("--server-id=" + id, "--log-bin=changes", "--log-slave-updates", "--binlog-format=ROW");
    }

    /**
     * Starts one more server that follows this {@link #followed} one, which stops for a moment, for databases whose
     * standbys are copies of their files: PostgreSQL.
     */
    public TestServer startStandby() {
        try {
            return stopOwnWithTheJvm(over(server.startStandby()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TestServer stopOwnWithTheJvm(TestServer server) {
        Thread stop = new Thread(server::shutdown, "stop-own-" + server.kind().title());
        Runtime.getRuntime().addShutdownHook(stop);
        return server;
    }

    /**
     * Stops the servers that run now. Tests need not call it; a program does before it ends, as the threads that look
     * after a server may keep the JVM alive.
     */
    public static void stopAll() {
        synchronized (RUNNING) {
            RUNNING.values().forEach(TestServer::shutdown);
            RUNNING.clear();
            if (mySql57 != null) {
                mySql57.shutdown();
                mySql57 = null;
            }
        }
    }

    /**
     * A server of MySQL 5.7, as {@link #of} for {@link DatabaseKind#MYSQL} is one of MySQL 8; its kind is MYSQL too.
     * The environment names one as {@code SHARDING_TEST_MYSQL57_URL}, {@code ..._USER} and {@code ..._PASSWORD}.
     */
    public static TestServer mySql57() {
        synchronized (RUNNING) {
            if (mySql57 == null) {
                mySql57 = over(ServerSort.MYSQL57.find());
                stopWithTheJvm(mySql57);
            }
            return mySql57;
        }
    }

    private static void stopWithTheJvm(TestServer server) {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(server::shutdown, "stop-" + server.kind().title()));
    }

    private static DatabaseServer start(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> startH2();
            case POSTGRESQL -> ServerSort.POSTGRESQL.find();
            case MARIADB -> ServerSort.MARIADB.find();
            case MYSQL -> ServerSort.MYSQL.find();
        };
    }

    private static DatabaseServer startH2() {
        ServerAddress external = ServerAddress.fromEnvironment("SHARDING_TEST_H2", System.getenv());
        return external == null ? new H2Server() : new NetworkServer(DatabaseKind.H2, external, "sharding_test_");
    }

    /** Which kind of server it is. */
    public DatabaseKind kind() {
        return server.kind();
    }

    /** Whether the environment gave it, in whatever version, and it outlives the tests. */
    public boolean isExternal() {
        return server.isExternal();
    }

    /** The fully qualified name of the JDBC driver class. */
    public String driverClassName() {
        return kind().driverClassName();
    }

    /**
     * The same server, reached with settings of its driver.
     *
     * @param settings as in a URL, divided by ampersands
     */
    public TestServer with(String settings) {
        return new TestServer(new ServerWithSettings(server, settings), databases);
    }

    /** A user who may create databases. */
    public String user() {
        return server.user();
    }

    /** The password of {@link #user()}; may be empty, never null. */
    public String password() {
        return server.password();
    }

    /** The JDBC URL of a database, whether it exists or not. */
    public String jdbcUrl(String name) {
        return server.jdbcUrl(name);
    }

    /** Kills a server of one's {@link #own}, as a crash of its process would; what was committed is kept. */
    public void kill() {
        try {
            server.kill();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a server that was killed again: on the same port, with the same data. */
    public void restart() {
        try {
            server.restart();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Puts a server in the place of one that has ended by itself; its address may be another, and the databases that
     * were created are gone.
     *
     * @throws UnsupportedOperationException when it is the environment's
     */
    public void replace() {
        try {
            server.replace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops a server of one's {@link #own} for good. */
    public void end() {
        shutdown();
    }

    /**
     * Creates an empty database; one of that name that this server has already is dropped first.
     *
     * @return its JDBC URL
     */
    public String createDatabase(String name) {
        return createDatabase(name, "");
    }

    /**
     * As {@link #createDatabase(String)}, with text behind {@code CREATE DATABASE name}, such as a collation.
     *
     * @param options in the server's own syntax; H2 takes URL settings that start with a semicolon; may be empty
     * @return its JDBC URL
     */
    public String createDatabase(String name, String options) {
        if (!name.matches("[a-z][a-z0-9_]*")) {
            throw new IllegalArgumentException("A database name is lower case letters, digits and _, not " + name);
        }
        try {
            synchronized (databases) {
                server.drop(name);
                server.createEmpty(name, options);
                databases.add(name);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create database " + name + " on " + kind().title(), e);
        }
        return jdbcUrl(name);
    }

    /** Drops a database if it exists, even if connections to it are still open. */
    public void dropDatabase(String name) {
        try {
            synchronized (databases) {
                server.drop(name);
                databases.remove(name);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot drop database " + name + " on " + kind().title(), e);
        }
    }

    /** A DataSource that opens a new connection each time. */
    public DataSource dataSource(String name) {
        return new DriverDataSource(jdbcUrl(name), user(), password());
    }

    /** A pool of at most {@code maxPoolSize} connections; the caller closes it. */
    public HikariDataSource pool(String name, int maxPoolSize) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(dataSource(name));
        config.setMaximumPoolSize(maxPoolSize);
        return new HikariDataSource(config);
    }

    private void shutdown() {
        synchronized (databases) {
            if (stopped) {
                return;
            }
            stopped = true;
            if (server.isExternal()) {
                databases.forEach(this::dropQuietly);
            }
        }
        server.stop();
    }

    private void dropQuietly(String name) {
        try {
            server.drop(name);
        } catch (SQLException e) {
            System.err.println("Left behind on " + kind().title() + ": database " + name + " (" + e.getMessage() + ")");
        }
    }
}
