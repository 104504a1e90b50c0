package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/**
 * Drivers of Go, where {@code target/go} has them, which {@code go mod init clients} and {@code go get
 * github.com/jackc/pgx/v5/stdlib github.com/lib/pq} make in it: the same steps on the plain server and through the
 * proxy.
 */
class GoClientsTest {
    private static final Path FOLDER = Path.of("target", "go");
    private static final Path STEPS = FOLDER.resolve("steps").toAbsolutePath();

    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        Program.require("go");
        if (!Files.exists(FOLDER.resolve("go.mod"))) {
            throw new TestAbortedException("no " + FOLDER);
        }
        Path source =
                Path.of(GoClientsTest.class.getResource("/go/steps.go.txt").toURI());
        Files.writeString(FOLDER.resolve("steps.go"), Files.readString(source));
        String said = Program.run("", "go", "build", "-C", FOLDER.toString(), "-o", STEPS.toString(), ".");
        assertThat(said).isEmpty();
        servers = PostgreSqlBehindProxy.start("proxy_go");
    }

    @AfterAll
    static void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"pgx", "pgx-describe", "pgx-exec", "pgx-untyped", "pgx-simple", "pgx-sql", "pq", "pq-binary"})
    void saysWhatItSaysOnThePlainServer(String way) throws Exception {
        String plain = steps(way, servers.plainAddress());
        String through = steps(way, servers.address());
        Files.writeString(Path.of("target", way + "-plain.txt"), plain, StandardCharsets.UTF_8);
        Files.writeString(Path.of("target", way + "-through.txt"), through, StandardCharsets.UTF_8);

        assertThat(plain).doesNotContain("panic:");
        assertThat(through).isEqualTo(plain);
    }

    private static String steps(String way, String[] address) throws Exception {
        return Program.run("", STEPS.toString(), way, address[0], address[1], address[2]);
    }
}
