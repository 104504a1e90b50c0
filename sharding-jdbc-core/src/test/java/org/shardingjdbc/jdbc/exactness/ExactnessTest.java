package org.shardingjdbc.jdbc.exactness;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Where wrong answers hide: sharding keys of every type and algorithm, texts that are equal in other letters, joins and
 * subqueries that are almost aligned, values at the ends of their types, writes that would differ from copy to copy,
 * settings that change what SQL means. Each statement is answered as one plain database answers it, or refused.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExactnessTest {
    private static final String[] FILES = {
        "schema.cases",
        "texts.cases",
        "times.cases",
        "numbers.cases",
        "shapes.cases",
        "subqueries.cases",
        "nulls.cases",
        "names.cases",
        "writes.cases",
        "peers.cases",
        "sessions.cases"
    };

    private final List<AutoCloseable> open = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainH2OrRefuses() throws Exception {
        return tests(DatabaseKind.H2);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainPostgreSqlOrRefuses() throws Exception {
        return tests(DatabaseKind.POSTGRESQL);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMariaDbOrRefuses() throws Exception {
        return tests(DatabaseKind.MARIADB);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMySqlOrRefuses() throws Exception {
        return tests(DatabaseKind.MYSQL);
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        boolean asks = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
        PlainAndSharded both = open(asks ? server.with("allowMultiQueries=true") : server);
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : FILES) {
            CaseFile.resource(ExactnessTest.class, file).tests(kind, () -> both).forEach(tests::add);
        }
        return tests.stream();
    }

    private PlainAndSharded open(TestServer server) throws IOException, SQLException {
        Fixture<ShardingDataSource> shards = ExactnessSchema.create(server, "exactness");
        open.add(shards);
        return shards.both();
    }
}
