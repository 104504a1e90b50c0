package io.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardingjdbc.jdbc.ShardingDataSource;
import io.shardingjdbc.jdbc.ShardingDataSourceFactory;
import io.shardingjdbc.testkit.CaseFile;
import io.shardingjdbc.testkit.DatabaseKind;
import io.shardingjdbc.testkit.PlainAndSharded;
import io.shardingjdbc.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes that take several steps, on one plain database and on the sharded one, on every real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StagedWritesTest {
    private static final String FILE = "staged-writes.cases";

    private final List<AutoCloseable> open = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainH2() throws Exception {
        return tests(DatabaseKind.H2);
    }

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainPostgreSql() throws Exception {
        return tests(DatabaseKind.POSTGRESQL);
    }

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainMariaDb() throws Exception {
        return tests(DatabaseKind.MARIADB);
    }

    /** What each data source would compute for itself is computed once. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void copiesOfABroadcastTableGetTheSameValue(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        String name = "staged_copies";
        PlainAndSharded both = open(kind, name);
        String random = kind == DatabaseKind.POSTGRESQL ? "gen_random_uuid()::text" : "UUID()";
        try (Statement statement = both.sharded().createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO t_country (country_id, name) VALUES (50, " + random
                            + "), (51, 'fixed')"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("UPDATE t_country SET name = " + random + " WHERE country_id < 3"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate(
                            "INSERT INTO t_country (country_id, name) SELECT user_id + 100, " + random + " FROM t_user"))
                    .isEqualTo(40);
        }
        assertThat(names(server, name + "_0"))
                .isEqualTo(names(server, name + "_1"))
                .hasSize(47)
                .contains("fixed", "Chile");
    }

    private static List<String> names(TestServer server, String database) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = server.dataSource(database).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM t_country ORDER BY country_id")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        PlainAndSharded both = open(kind, "staged");
        return CaseFile.resource(StagedWritesTest.class, FILE).tests(kind, () -> both);
    }

    private PlainAndSharded open(DatabaseKind kind, String name) throws Exception {
        TestServer server = TestServer.of(kind);
        server.createDatabase(name);
        server.createDatabase(name + "_0");
        server.createDatabase(name + "_1");
        byte[] yaml = ShopSchema.yaml(server, name).getBytes(StandardCharsets.UTF_8);
        ShardingDataSource sharded = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
        PlainAndSharded both = new PlainAndSharded(server.dataSource(name), sharded);
        open.add(both);
        open.add(sharded);
        ShopSchema.fill(both, kind);
        return both;
    }
}
