package org.shardingjdbc.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * The CPU time of a database server that runs on this machine: of its process and those it has made and not ended. A
 * server inside this JVM has none of its own.
 */
final class ServerTime {
    private final Optional<ProcessHandle> server;

    private ServerTime(Optional<ProcessHandle> server) {
        this.server = server;
    }

    /** @param dataSource of any database of the server, which says where its process is written down */
    static ServerTime of(DatabaseKind kind, DataSource dataSource) throws SQLException {
        Path file =
                switch (kind) {
                    case H2 -> null;
                    case POSTGRESQL -> Path.of(ask(dataSource, "SHOW data_directory"), "postmaster.pid");
                    case MARIADB, MYSQL ->
                        Path.of(ask(dataSource, "SELECT @@datadir")).resolve(ask(dataSource, "SELECT @@pid_file"));
                };
        try {
            return new ServerTime(
                    file == null
                            ? Optional.empty()
                            : ProcessHandle.of(Long.parseLong(
                                    Files.readAllLines(file).get(0).strip())));
        } catch (IOException e) {
            throw new SQLException("The server does not tell its process: " + e, e);
        }
    }

    private static String ask(DataSource dataSource, String question) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** On all cores since its start. */
    double seconds() {
        return server.stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToDouble(ServerTime::seconds)
                .sum();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
