package org.shardingjdbc.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** A PostgreSQL process on a free port and a data directory of its own, tuned for throw-away data. */
final class EmbeddedPostgreSql extends NetworkServer {
    private final Path data;
    private final boolean mortal;
    private final OrphanGuard guard;
    private EmbeddedPostgres process;

    private EmbeddedPostgreSql(
            EmbeddedPostgres process, Path data, boolean mortal, OrphanGuard guard, ServerAddress address) {
        super(DatabaseKind.POSTGRESQL, address, "");
        this.process = process;
        this.data = data;
        this.mortal = mortal;
        this.guard = guard;
    }

    /** @param mortal whether it may be killed: then what is committed is not lost with the process */
    static EmbeddedPostgreSql start(boolean mortal) {
        Path data = TemporaryDirectory.create("sharding-test-postgresql");
        try {
            copyInitialised(data);
        } catch (IOException e) {
            TemporaryDirectory.delete(data);
            throw new IllegalStateException("The embedded PostgreSQL cannot be initialised", e);
        }
        return start(data, mortal);
    }

    private static EmbeddedPostgreSql start(Path data, boolean mortal) {
        try {
            EmbeddedPostgres process = builder(data, mortal).start();
            OrphanGuard guard = OrphanGuard.over(pid(data), data);
            ServerAddress address = new ServerAddress(
                    "jdbc:postgresql://localhost:" + process.getPort() + "/", "", "postgres", "postgres");
            return new EmbeddedPostgreSql(process, data, mortal, guard, address);
        } catch (IOException e) {
            TemporaryDirectory.delete(data);
            throw new IllegalStateException("The embedded PostgreSQL does not start", e);
        }
    }

    /** A server starts sooner over a copy of what another one began with; one without a name initialises its own. */
    private static void copyInitialised(Path data) throws IOException {
        String programs = programs();
        if (programs == null) {
            return;
        }
        SharedDirectory shared = SharedDirectory.of("postgresql-data");
        Path initialised = shared.path().resolve(programs);
        shared.locked(all -> shared.makeOnce(
                initialised, unfinished -> builder(unfinished, true).start().close()));
        TemporaryDirectory.copy(initialised, data);
    }

    /** The name of the jar that brings the programs, with their version; null when it is not known. */
    private static String programs() {
        String platform = System.getProperty("os.name") + "-" + System.getProperty("os.arch");
        if (!platform.equals("Linux-amd64")) {
            return null;
        }
        URL archive = EmbeddedPostgres.class.getClassLoader().getResource("postgres-linux-x86_64.txz");
        if (archive == null) {
            return null;
        }
        String[] path = archive.toString().split("!/");
        return path[0].substring(path[0].lastIndexOf('/') + 1);
    }

    private static EmbeddedPostgres.Builder builder(Path data, boolean mortal) {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofMinutes(3))
                .setLocaleConfig("locale", "C")
                .setLocaleConfig("encoding", "UTF8")
                .setServerConfig("max_connections", "300")
                .setServerConfig("max_prepared_transactions", "100")
                .setServerConfig("fsync", "off")
                .setServerConfig("synchronous_commit", mortal ? "on" : "off")
                // so that its changes can be followed
                .setServerConfig("wal_level", mortal ? "logical" : "replica")
                .setServerConfig("max_replication_slots", "50")
                .setServerConfig("max_wal_senders", "50")
                .setServerConfig("full_page_writes", "off");
    }

    private static long pid(Path data) throws IOException {
        return Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
    }

    @Override
    void kill() throws IOException {
        ServerProcess.kill(pid(data));
        guard.ended();
        // Only now does it let go of the data directory.
        process.close();
    }

    @Override
    void restart() throws IOException {
        process = builder(data, mortal).setPort(process.getPort()).start();
        guard.nowOver(pid(data));
    }

    /** Its copy asks it for what it writes, from the state that both have. */
    @Override
    EmbeddedPostgreSql startStandby() throws IOException {
        Path copy = TemporaryDirectory.create("sharding-test-postgresql");
        process.close();
        guard.ended();
        try {
            TemporaryDirectory.copy(data, copy);
        } finally {
            restart();
        }
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=localhost port=" + process.getPort() + " user=postgres'\n"
                        + "wal_retrieve_retry_interval = '200ms'\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return start(copy, mortal);
    }

    @Override
    void stop() {
        try {
            process.close();
        } catch (IOException e) {
            System.err.println("The embedded PostgreSQL did not stop by itself: " + e.getMessage());
        } finally {
            guard.endNow();
        }
    }
}
