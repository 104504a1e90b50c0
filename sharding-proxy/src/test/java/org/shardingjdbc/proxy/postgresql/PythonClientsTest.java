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
 * Drivers of Python, where they are installed in {@code target/python}, which {@code python3 -m venv target/python} and
 * its {@code pip install "psycopg[binary]" psycopg2-binary asyncpg} make: the same steps on the plain server and
 * through the proxy.
 */
class PythonClientsTest {
    private static final Path PYTHON = Path.of("target", "python", "bin", "python3");

    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        if (!Files.isExecutable(PYTHON)) {
            throw new TestAbortedException("no " + PYTHON);
        }
        servers = PostgreSqlBehindProxy.start("proxy_python");
    }

    @AfterAll
    static void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"psycopg", "psycopg2", "asyncpg"})
    void saysWhatItSaysOnThePlainServer(String library) throws Exception {
        String has = Program.run("", PYTHON.toString(), "-c", "import " + library);
        if (!has.isEmpty()) {
            throw new TestAbortedException("no " + library);
        }
        String plain = steps(library, servers.plainAddress());
        String through = steps(library, servers.address());
        Files.writeString(Path.of("target", library + "-plain.txt"), plain, StandardCharsets.UTF_8);
        Files.writeString(Path.of("target", library + "-through.txt"), through, StandardCharsets.UTF_8);

        assertThat(plain).doesNotContain("Traceback");
        assertThat(through).isEqualTo(plain);
    }

    private static String steps(String library, String[] address) throws Exception {
        String script = Path.of(
                        PythonClientsTest.class.getResource("/python/steps.py").toURI())
                .toString();
        return Program.run("", PYTHON.toString(), script, library, address[0], address[1], address[2]);
    }
}
