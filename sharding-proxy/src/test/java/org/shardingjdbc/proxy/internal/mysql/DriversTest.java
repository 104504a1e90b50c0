package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Both Java drivers, with statements prepared by the client and by the server, do and see the same as on a server. */
class DriversTest {
    private static ServedDatabases served;

    @BeforeAll
    static void start() throws Exception {
        served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_drivers");
    }

    @AfterAll
    static void end() throws Exception {
        served.close();
    }

    @ParameterizedTest
    @CsvSource({
        "mysql, false, false",
        "mysql, true, false",
        "mariadb, false, false",
        "mariadb, true, false",
        "mysql, false, true",
        "mariadb, true, true"
    })
    void whatAClientSeesIsWhatTheServerShows(String driver, boolean serverPrepares, boolean compresses)
            throws Exception {
        int blobBytes = serverPrepares ? 10 * 1024 * 1024 : 1024 * 1024;
        String settings = "?useServerPrepStmts=" + serverPrepares + "&useCompression=" + compresses
                + "&allowPublicKeyRetrieval=true";
        List<String> plain = run(
                "jdbc:" + driver + served.plainPlace() + settings,
                served.plainUser(),
                served.plainPassword(),
                blobBytes);
        List<String> proxy = run(
                "jdbc:" + driver + served.proxyPlace() + settings,
                ServedDatabases.USER,
                ServedDatabases.PASSWORD,
                blobBytes);
        String name = driver + (serverPrepares ? "-prepared" : "") + (compresses ? "-compressed" : "");
        write(name + ".plain", plain);
        write(name + ".proxy", proxy);
        assertThat(proxy).containsExactlyElementsOf(plain);
    }

    private static void write(String name, List<String> lines) throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "transcripts"));
        Files.write(folder.resolve(name), lines);
    }

    private static List<String> run(String url, String user, String password, int blobBytes) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        try (Connection connection = DriverManager.getConnection(url, properties)) {
            return new DriverSteps(connection, blobBytes).run();
        }
    }
}
