package org.shardingjdbc.distsql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Statements in, configurations and answers out, the same on each kind of database. */
class DistSqlCasesTest {
    private static final Path CASES = Path.of("src", "test", "resources", "cases");
    private static final String CASE = ".case";
    private static final Path WRITTEN = Path.of("target", "cases");

    private static List<String> names(String ending) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(CASES, "*" + ending)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }

    static List<Arguments> filesByKind() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (String name : names(CASE)) {
            for (DatabaseKind kind : DatabaseKind.values()) {
                all.add(Arguments.of(kind, name.substring(0, name.length() - CASE.length())));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("filesByKind")
    void answersAreAsInTheFile(DatabaseKind kind, String name) throws IOException, SQLException {
        Path file = CASES.resolve(name + CASE);
        Path folder = WRITTEN.resolve(kind.name());
        Files.createDirectories(folder);
        CaseDatabases databases = CaseDatabases.of(kind, name, Files.readString(file));
        for (String document : names(".yaml")) {
            Path copy = folder.resolve(document);
            Files.writeString(copy, databases.translated(Files.readString(CASES.resolve(document))));
            databases.putFile(CASES.resolve(document).toString(), copy.toString());
        }
        String told;
        try (ShardingDataSource dataSource = databases.open(name)) {
            told = new CaseRunner(dataSource, kind, databases).run(Files.readString(file));
        }
        Path written = folder.resolve(name + CASE);
        Files.writeString(written, told);
        assertThat(told)
                .as("accept it by: cp sharding-distsql/%s sharding-distsql/%s", written, file)
                .isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aUnitByHostAndPortTakesRowsOfAnAutoTable(DatabaseKind kind) throws SQLException {
        CaseDatabases databases = CaseDatabases.of(kind, "host", "jdbc:h2:mem:distsql_host_2");
        URI address =
                URI.create(databases.translated("jdbc:h2:mem:distsql_host_2").substring("jdbc:".length()));
        try (ShardingDataSource dataSource = databases.open("host");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(databases.translated("REGISTER STORAGE UNIT ds_2 (HOST=\"" + address.getHost()
                    + "\", PORT=" + address.getPort() + ", DB=\"distsql_host_2\", USER=\"sa\")"));
            statement.execute("CREATE SHARDING TABLE RULE t (STORAGE_UNITS(ds_0, ds_1, ds_2), SHARDING_COLUMN=id,"
                    + " TYPE(NAME='MOD', PROPERTIES('sharding-count'='3')))");
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            assertThat(statement.executeUpdate("INSERT INTO t VALUES (1), (2), (3), (5)"))
                    .isEqualTo(4);
        }
        try (Connection alone = DriverManager.getConnection(
                        databases.translated("jdbc:h2:mem:distsql_host_2"),
                        TestServer.of(kind).user(),
                        TestServer.of(kind).password());
                Statement statement = alone.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_2")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(2);
        }
    }
}
