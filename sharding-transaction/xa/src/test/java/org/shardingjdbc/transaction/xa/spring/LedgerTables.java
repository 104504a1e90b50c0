package org.shardingjdbc.transaction.xa.spring;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Where accounts and entries are kept: tables that Hibernate makes over two data sources. Stateless. */
final class LedgerTables {
    private LedgerTables() {}

    /** Empty databases, with the rules of the tables that will be there. */
    static ShardingDataSource dataSource(DatabaseKind kind, TransactionConfiguration transactions) throws SQLException {
        TestServer server = TestServer.of(kind);
        String database =
                ("jpa_" + transactions.defaultType() + "_" + transactions.providerType()).toLowerCase(Locale.ROOT);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().databaseName(database + "_" + kind);
        for (int i = 0; i < 2; i++) {
            String name = database + i;
            server.createDatabase(name);
            builder.dataSource(
                    "ds_" + i,
                    Map.of("jdbcUrl", server.jdbcUrl(name), "username", server.user(), "password", server.password()));
        }
        return ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_account", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                        .autoTable(new AutoTableConfiguration(
                                        "t_entry", "ds_${0..1}", StrategyConfiguration.standard("account_id", "mod"))
                                .withKeyGenerateStrategy("id", "snowflake"))
                        .bindingTables("t_account", "t_entry")
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                        .keyGenerator("snowflake", AlgorithmConfiguration.of("SNOWFLAKE"))
                        .build())
                .transaction(transactions)
                .build());
    }
}
