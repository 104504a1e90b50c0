package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Clients that are no Java, where the machine has them: the same steps on the plain server and through the proxy.
 * Drivers of Python are those in {@code target/python}, which {@code python3 -m venv target/python} and its {@code pip
 * install PyMySQL mysql-connector-python SQLAlchemy Django} make; that of Node is made by {@code npm install --prefix
 * target/node mysql2}, that of Go by {@code go mod init steps} and {@code go get github.com/go-sql-driver/mysql} in
 * {@code target/go}.
 */
class MySqlClientsTest {
    private static final int SECONDS = 90;
    private static final Path NODE = Path.of("target", "node");
    private static final Path GO = Path.of("target", "go");

    private static ServedDatabases served;

    @BeforeAll
    static void start() throws Exception {
        served = ServedDatabases.start(
                TestServer.of(DatabaseKind.MARIADB),
                "proxy_clients",
                ProxyOptions.onPort(0).localFiles());
    }

    @AfterAll
    static void end() throws Exception {
        served.close();
    }

    /** Host, port, user, password, database. */
    private record Place(String host, String port, String user, String password, String database) {
        static Place of(String place, String user, String password) {
            int colon = place.indexOf(':', 3);
            int slash = place.indexOf('/', colon);
            // "localhost" is a socket in the file system for these clients.
            return new Place(
                    "127.0.0.1", place.substring(colon + 1, slash), user, password, place.substring(slash + 1));
        }

        static Place plain() {
            return of(served.plainPlace(), served.plainUser(), served.plainPassword());
        }

        static Place proxy() {
            return of(served.proxyPlace(), ServedDatabases.USER, ServedDatabases.PASSWORD);
        }
    }

    private static void require(String program) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return;
            }
        }
        throw new TestAbortedException("no " + program + " on this machine");
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(MySqlClientsTest.class.getResource(name)).toURI());
    }

    private static List<String> run(Path input, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("proxy-client", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(input.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("LC_ALL", "C.UTF-8");
            builder.environment().put("PYTHONIOENCODING", "utf-8");
            builder.environment()
                    .put(
                            "NODE_PATH",
                            NODE.resolve("node_modules").toAbsolutePath().toString());
            // Modules are those that are there already.
            builder.environment().put("GOFLAGS", "-mod=mod");
            builder.environment().put("GOPROXY", "off");
            Process process = builder.start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("hangs: " + command);
            }
            return Files.readString(output, StandardCharsets.ISO_8859_1).lines().toList();
        } finally {
            Files.delete(output);
        }
    }

    // ---- the command line

    @Test
    void theCommandLineShowsWhatItShowsOnThePlainServer() throws Exception {
        require("mariadb");
        assertThat(session(Place.proxy())).containsExactlyElementsOf(session(Place.plain()));
    }

    private static List<String> session(Place place) throws Exception {
        List<String> command = List.of(
                "mariadb",
                "-h" + place.host(),
                "-P" + place.port(),
                "-u" + place.user(),
                "--password=" + place.password(),
                "--force",
                "--unbuffered",
                "--table",
                "--show-warnings",
                "--default-character-set=utf8mb4",
                place.database());
        return run(resource("/mysql/session.sql"), command).stream()
                .map(line -> line.replaceAll(" \\(data source ds_[01]\\)", ""))
                // The client's own advice, if it is new enough.
                .filter(line -> !line.contains("Deprecated program name"))
                // As the columns of the library's answer are: a key that is none is as wide as NULL.
                .map(line -> line.replaceAll(" +", " ").replaceAll("-+", "-"))
                .toList();
    }

    // ---- sysbench

    @ParameterizedTest
    @ValueSource(strings = {"oltp_point_select", "oltp_read_write"})
    void sysbenchRuns(String load) throws Exception {
        require("sysbench");
        sysbench(load, "prepare");
        List<String> told = sysbench(load, "run");
        sysbench(load, "cleanup");
        assertThat(told).anyMatch(line -> line.contains("transactions:")).noneMatch(line -> line.contains("FATAL"));
    }

    private static List<String> sysbench(String load, String step) throws Exception {
        Place place = Place.proxy();
        List<String> told = run(
                resource("/mysql/session.sql"),
                List.of(
                        "sysbench",
                        "--db-driver=mysql",
                        "--mysql-host=" + place.host(),
                        "--mysql-port=" + place.port(),
                        "--mysql-user=" + place.user(),
                        "--mysql-password=" + place.password(),
                        "--mysql-db=" + place.database(),
                        "--tables=1",
                        "--table-size=200",
                        "--threads=2",
                        "--events=50",
                        load,
                        step));
        assertThat(told).noneMatch(line -> line.contains("FATAL"));
        return told;
    }

    // ---- Python

    @ParameterizedTest
    @ValueSource(strings = {"pymysql", "mysql.connector"})
    void driversOfPythonSeeWhatTheySeeOnThePlainServer(String library) throws Exception {
        Path python = Path.of("target", "python", "bin", "python3");
        if (!Files.isExecutable(python)) {
            throw new TestAbortedException("no " + python);
        }
        Path nothing = resource("/mysql/session.sql");
        if (!run(nothing, List.of(python.toString(), "-c", "import " + library)).isEmpty()) {
            throw new TestAbortedException("no " + library + " in " + python);
        }
        List<String> plain = steps(python, library, Place.plain());
        assertThat(plain).noneMatch(line -> line.contains("Traceback"));
        assertThat(steps(python, library, Place.proxy())).containsExactlyElementsOf(plain);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlalchemy", "django"})
    void mappersOfPythonSeeWhatTheySeeOnThePlainServer(String library) throws Exception {
        Path python = Path.of("target", "python", "bin", "python3");
        if (!Files.isExecutable(python)) {
            throw new TestAbortedException("no " + python);
        }
        String needed = "import pymysql, " + library;
        if (!run(resource("/mysql/session.sql"), List.of(python.toString(), "-c", needed))
                .isEmpty()) {
            throw new TestAbortedException("no " + library + " in " + python);
        }
        String script = resource("/mysql/orm.py").toString();
        compare(List.of(python.toString(), script, library));
    }

    @Test
    void mysql2SeesWhatItSeesOnThePlainServer() throws Exception {
        require("node");
        if (!Files.isDirectory(NODE.resolve("node_modules").resolve("mysql2"))) {
            throw new TestAbortedException("no mysql2 in " + NODE);
        }
        compare(List.of("node", resource("/mysql/steps.js").toString()));
    }

    @Test
    void goSqlDriverSeesWhatItSeesOnThePlainServer() throws Exception {
        require("go");
        if (!Files.exists(GO.resolve("go.sum"))) {
            throw new TestAbortedException("no modules in " + GO);
        }
        Files.copy(resource("/mysql/steps.go"), GO.resolve("steps.go"), StandardCopyOption.REPLACE_EXISTING);
        compare(List.of("go", "run", "-C", GO.toString(), "steps.go"));
    }

    /** @param command what comes before the place that it connects to */
    private static void compare(List<String> command) throws Exception {
        List<String> plain = seen(command, Place.plain());
        assertThat(plain).hasSizeGreaterThan(20);
        assertThat(seen(command, Place.proxy())).containsExactlyElementsOf(plain);
    }

    /** Without what the clients write on their own, as of the numbers of the plain server's compressed packets. */
    private static List<String> seen(List<String> command, Place place) throws Exception {
        List<String> all = run(resource("/mysql/session.sql"), with(command, place));
        assertThat(all).noneMatch(line -> line.contains("Traceback") || line.startsWith("failed"));
        return all.stream().filter(line -> line.startsWith("== ")).toList();
    }

    private static List<String> with(List<String> command, Place place) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(place.host(), place.port(), place.user(), place.password(), place.database()));
        return all;
    }

    private static List<String> steps(Path python, String library, Place place) throws Exception {
        List<String> command = List.of(
                python.toString(),
                resource("/mysql/steps.py").toString(),
                library,
                place.host(),
                place.port(),
                place.user(),
                place.password(),
                place.database());
        return run(resource("/mysql/session.sql"), command);
    }
}
