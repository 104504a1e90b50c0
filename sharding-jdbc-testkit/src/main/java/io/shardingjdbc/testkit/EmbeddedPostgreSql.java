package io.shardingjdbc.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A PostgreSQL process on a free port and a data directory of its own, tuned for throw-away data. */
final class EmbeddedPostgreSql extends NetworkServer {
    private final EmbeddedPostgres process;
    private final OrphanGuard guard;

    private EmbeddedPostgreSql(EmbeddedPostgres process, OrphanGuard guard, ServerAddress address) {
        super(DatabaseKind.POSTGRESQL, address, "");
        this.process = process;
        this.guard = guard;
    }

    static EmbeddedPostgreSql start() {
        Path data = TemporaryDirectory.create("sharding-test-postgresql");
        try {
            EmbeddedPostgres process = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .setLocaleConfig("locale", "C")
                    .setLocaleConfig("encoding", "UTF8")
                    .setServerConfig("max_connections", "300")
                    .setServerConfig("max_prepared_transactions", "100")
                    .setServerConfig("fsync", "off")
                    .setServerConfig("synchronous_commit", "off")
                    .setServerConfig("full_page_writes", "off")
                    .start();
            String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
            OrphanGuard guard = OrphanGuard.over(Long.parseLong(pid.trim()), data);
            ServerAddress address = new ServerAddress(
                    "jdbc:postgresql://localhost:" + process.getPort() + "/", "", "postgres", "postgres");
            return new EmbeddedPostgreSql(process, guard, address);
        } catch (IOException e) {
            TemporaryDirectory.delete(data);
            throw new IllegalStateException("The embedded PostgreSQL does not start", e);
        }
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
