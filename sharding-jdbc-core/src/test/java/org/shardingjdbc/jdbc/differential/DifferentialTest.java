package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.MySqlSwitches;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** The same hand-written statements on one plain database and on the sharded one, on every real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DifferentialTest {
    private static final String[] FILES = {
        "select.cases",
        "paging.cases",
        "aggregate.cases",
        "join.cases",
        "more.cases",
        "corners.cases",
        "catalog.cases",
        "onegroup.cases",
        "write.cases"
    };

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

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMySql() throws Exception {
        return tests(DatabaseKind.MYSQL);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMySqlThroughTheSwitchesOfItsDriver() throws Exception {
        PlainAndSharded both =
                open(TestServer.of(DatabaseKind.MYSQL).with(MySqlSwitches.ALL), "differential_mysql_switches");
        return tests(file -> file.testsPreparedByTheServer(DatabaseKind.MYSQL, () -> both));
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMySql57() throws Exception {
        PlainAndSharded both = open(TestServer.mySql57(), "differential_mysql57");
        return tests(file -> file.testsOnAnOlderServer(DatabaseKind.MYSQL, () -> both));
    }

    @Test
    void hasThreeHundredStatementsForEachDatabase() throws IOException {
        for (DatabaseKind kind : DatabaseKind.values()) {
            long statements = 0;
            for (String file : FILES) {
                statements += CaseFile.resource(DifferentialTest.class, file).count(kind);
            }
            assertThat(statements).as(kind.title()).isGreaterThanOrEqualTo(300);
        }
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        PlainAndSharded both = open(TestServer.of(kind), ShopSchema.databaseName(kind));
        return tests(file -> file.tests(kind, () -> both));
    }

    private static Stream<DynamicTest> tests(Function<CaseFile, Stream<DynamicTest>> ofFile) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : FILES) {
            ofFile.apply(CaseFile.resource(DifferentialTest.class, file)).forEach(tests::add);
        }
        return tests.stream();
    }

    private PlainAndSharded open(TestServer server, String name) throws Exception {
        Fixture<ShardingDataSource> shards = ShopSchema.describe(server, name).open(ShardingDataSourceFactory::create);
        open.add(shards);
        PlainAndSharded both = shards.both();
        ShopSchema.fill(both, server.kind());
        return both;
    }
}
