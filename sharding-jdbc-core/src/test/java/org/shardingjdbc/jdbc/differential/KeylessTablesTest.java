package org.shardingjdbc.jdbc.differential;

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
 * Rows of tables without a primary key that move to other data nodes, or are found first, some of them the same in all
 * columns; on one plain database and on the sharded one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeylessTablesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                k:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod4}}
                e:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod4}}
                q:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod4}}
                n:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: name, shardingAlgorithmName: hash3}}
              shardingAlgorithms:
                mod4: {type: MOD, props: {sharding-count: 4}}
                hash3: {type: HASH_MOD, props: {sharding-count: 3}}
            - !SINGLE
              tables: [ds_0.one]
            """;

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

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainMySql() throws Exception {
        return tests(DatabaseKind.MYSQL);
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "keyless").rules(RULES).open(ShardingDataSourceFactory::create);
        open.add(shards);
        return CaseFile.resource(KeylessTablesTest.class, "keyless.cases").tests(kind, shards::both);
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }
}
