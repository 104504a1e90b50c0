package io.shardingjdbc.jdbc.differential;

import io.shardingjdbc.jdbc.ShardingDataSource;
import io.shardingjdbc.jdbc.ShardingDataSourceFactory;
import io.shardingjdbc.testkit.CaseFile;
import io.shardingjdbc.testkit.DatabaseKind;
import io.shardingjdbc.testkit.PlainAndSharded;
import io.shardingjdbc.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Subqueries that are executed before the statement around them, on one plain database and on the sharded one, on every
 * real database.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubqueriesFirstTest {
    private static final String FILE = "subqueries-first.cases";

    private final List<AutoCloseable> open = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainH2() throws Exception {
        return tests(DatabaseKind.H2);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainPostgreSql() throws Exception {
        return tests(DatabaseKind.POSTGRESQL);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMariaDb() throws Exception {
        return tests(DatabaseKind.MARIADB);
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        String name = "subqueries_first";
        server.createDatabase(name);
        server.createDatabase(name + "_0");
        server.createDatabase(name + "_1");
        byte[] yaml = ShopSchema.yaml(server, name).getBytes(StandardCharsets.UTF_8);
        ShardingDataSource sharded = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
        PlainAndSharded both = new PlainAndSharded(server.dataSource(name), sharded);
        open.add(both);
        open.add(sharded);
        ShopSchema.fill(both, kind);
        return CaseFile.resource(SubqueriesFirstTest.class, FILE).tests(kind, () -> both);
    }
}
