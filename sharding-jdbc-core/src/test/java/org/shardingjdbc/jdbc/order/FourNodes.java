package org.shardingjdbc.jdbc.order;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A table {@code t} sharded by its whole number {@code id} over two data sources of two tables each. */
final class FourNodes {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: by_database}
                  tableStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: by_table}
              shardingAlgorithms:
                by_database:
                  type: INLINE
                  props: {algorithm-expression: "ds_${id % 2}", allow-range-query-with-inline-sharding: true}
                by_table:
                  type: INLINE
                  props: {algorithm-expression: "t_${id.intdiv(2) % 2}", allow-range-query-with-inline-sharding: true}
            """;

    private FourNodes() {}

    /**
     * A fixture with the table.
     *
     * @param preparation statements that each database gets first
     */
    static Fixture<ShardingDataSource> open(TestServer server, String name, List<String> preparation)
            throws SQLException, IOException {
        return Fixture.on(server, name).rules(RULES).prepared(preparation).open(ShardingDataSourceFactory::create);
    }

    /** A fixture with the table, whose rows are merged and never pulled into one database. */
    static Fixture<ShardingDataSource> unpulled(TestServer server, String name) throws SQLException, IOException {
        return Fixture.on(server, name)
                .rules(RULES + "props:\n  pulling-enabled: false\n")
                .open(ShardingDataSourceFactory::create);
    }
}
