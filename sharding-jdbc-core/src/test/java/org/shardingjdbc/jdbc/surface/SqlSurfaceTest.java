package org.shardingjdbc.jdbc.surface;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Forms of SQL that one database understands and that others do not write: MERGE, CTEs that write, FINAL TABLE, and
 * what each dialect spells in a way of its own. Two data sources, the tables {@code t} and {@code c} in four parts, a
 * broadcast table {@code bc}, single tables {@code s}, {@code s2} and {@code r}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SqlSurfaceTest {
    private static final String[] FILES = {
        "tables.cases",
        "named-joins.cases",
        "settings.cases",
        "delta-tables.cases",
        "merge.cases",
        "merge-steps.cases",
        "writing-ctes.cases",
        "dialects.cases"
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

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "surface").rules(rules()).open(ShardingDataSourceFactory::create);
        open.add(shards);
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : FILES) {
            CaseFile.resource(SqlSurfaceTest.class, file)
                    .tests(kind, shards::both)
                    .forEach(tests::add);
        }
        return tests.stream();
    }

    private static String rules() throws IOException {
        try (InputStream in = SqlSurfaceTest.class.getResourceAsStream("surface.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
