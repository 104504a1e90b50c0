package org.shardingjdbc.route.internal.shape;

import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.clause.Binder;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The rules and tables of the tests: two data sources; t_order, t_order_item and t_order_note bound by user_id MOD 4,
 * node i in data source i % 2; t_two by user_id to the data source and by order_id to the table; t_log (by id) and
 * t_name (by code, text) alone; t_hint by hints; t_key with a generated key; t_audit audited; t_wide like t_order with
 * a BIGINT key; t_config and t_region broadcast; t_single in ds_1, t_other in ds_0.
 */
public final class TestSchema {
    private final Dialect dialect;
    private final Rules rules = rules();

    public TestSchema(Dialect dialect) {
        this.dialect = dialect;
    }

    public Rules rulesOfAll() {
        return rules;
    }

    public BoundStatement bind(String sql) {
        return new Binder(rules, new FixedCatalog(dialect), dialect).bind(new SqlParser(dialect).parse(sql));
    }

    public RouteShape shape(String sql) {
        return shape(bind(sql));
    }

    public RouteShape shape(BoundStatement bound) {
        return new Router(rules, new FixedCatalog(dialect), dialect).shape(bound);
    }

    private static Rules rules() {
        StrategyConfiguration byUser = StrategyConfiguration.standard("user_id", "mod4");
        ShardingRuleConfiguration sharding = ShardingRuleConfiguration.builder()
                .autoTable(new AutoTableConfiguration("t_order", "ds_0,ds_1", byUser))
                .autoTable(new AutoTableConfiguration("t_order_item", "ds_0,ds_1", byUser))
                .autoTable(new AutoTableConfiguration("t_order_note", "ds_0,ds_1", byUser))
                .autoTable(new AutoTableConfiguration("t_wide", "ds_0,ds_1", byUser))
                .autoTable(
                        new AutoTableConfiguration("t_log", "ds_0,ds_1", StrategyConfiguration.standard("id", "mod4")))
                .autoTable(new AutoTableConfiguration(
                        "t_name", "ds_0,ds_1", StrategyConfiguration.standard("code", "hash4")))
                .autoTable(new AutoTableConfiguration(
                        "t_name_item", "ds_0,ds_1", StrategyConfiguration.standard("code", "hash4")))
                .autoTable(
                        new AutoTableConfiguration("t_key", "ds_0,ds_1", StrategyConfiguration.standard("id", "mod4"))
                                .withKeyGenerateStrategy("id", "snowflake"))
                .autoTable(new AutoTableConfiguration("t_audit", "ds_0,ds_1", byUser)
                        .withAuditStrategy(new AuditConfiguration(List.of("strict"), true)))
                .table(new ShardedTableConfiguration("t_two", "ds_${0..1}.t_two_${0..1}")
                        .withDatabaseStrategy(StrategyConfiguration.standard("user_id", "db_inline"))
                        .withTableStrategy(StrategyConfiguration.standard("order_id", "two_inline")))
                .table(new ShardedTableConfiguration("t_two_item", "ds_${0..1}.t_two_item_${0..1}")
                        .withDatabaseStrategy(StrategyConfiguration.standard("user_id", "db_inline"))
                        .withTableStrategy(StrategyConfiguration.standard("order_id", "two_item_inline")))
                .table(new ShardedTableConfiguration("t_hint", "ds_${0..1}.t_hint_${0..1}")
                        .withDatabaseStrategy(StrategyConfiguration.hint("db_hint"))
                        .withTableStrategy(StrategyConfiguration.hint("table_hint")))
                .bindingTables("t_order", "t_order_item", "t_order_note", "t_wide")
                .bindingTables("t_two", "t_two_item")
                .bindingTables("t_name", "t_name_item")
                .shardingAlgorithm("mod4", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                .shardingAlgorithm("hash4", AlgorithmConfiguration.of("HASH_MOD", "sharding-count", "4"))
                .shardingAlgorithm(
                        "db_inline", AlgorithmConfiguration.of("INLINE", "algorithm-expression", "ds_${user_id % 2}"))
                .shardingAlgorithm(
                        "two_inline",
                        AlgorithmConfiguration.of("INLINE", "algorithm-expression", "t_two_${order_id % 2}"))
                .shardingAlgorithm(
                        "two_item_inline",
                        AlgorithmConfiguration.of("INLINE", "algorithm-expression", "t_two_item_${order_id % 2}"))
                .shardingAlgorithm(
                        "db_hint", AlgorithmConfiguration.of("HINT_INLINE", "algorithm-expression", "ds_${value}"))
                .shardingAlgorithm(
                        "table_hint",
                        AlgorithmConfiguration.of("HINT_INLINE", "algorithm-expression", "t_hint_${value}"))
                .keyGenerator("snowflake", AlgorithmConfiguration.of("UUID"))
                .auditor("strict", AlgorithmConfiguration.of("DML_SHARDING_CONDITIONS"))
                .build();
        return RuleCompiler.compile(
                List.of("ds_0", "ds_1"),
                List.of(
                        sharding,
                        new BroadcastRuleConfiguration(List.of("t_config", "t_region")),
                        new SingleRuleConfiguration(List.of("ds_1.t_single", "ds_0.t_other"), "ds_1")),
                new KeyGenerators(() -> 0, List.of()));
    }

    /** Tables as every dialect would describe them; text is binary but for t_name of the MySQL family. */
    private static final class FixedCatalog implements Catalog {
        private final Map<String, TableSchema> tables = new HashMap<>();
        private final Dialect dialect;

        FixedCatalog(Dialect dialect) {
            this.dialect = dialect;
            add("t_order", "user_id int", "order_id int", "status varchar", "amount decimal", "x int");
            add("t_order_item", "item_id int", "user_id int", "order_id int", "price decimal", "x int");
            add("t_order_note", "user_id int", "order_id int", "note varchar", "x int");
            add("t_wide", "user_id bigint", "order_id int");
            add("t_log", "id bigint", "user_id int", "message varchar");
            add("t_name", "code text", "user_id int");
            add("t_name_item", "code text", "quantity int");
            add("t_key", "id bigint", "name varchar");
            add("t_audit", "user_id int", "name varchar");
            add("t_two", "user_id int", "order_id int", "status varchar");
            add("t_two_item", "user_id int", "order_id int", "price decimal");
            add("t_hint", "id int", "name varchar");
            add("t_config", "id int", "user_id int", "value varchar");
            add("t_region", "id int", "name varchar");
            add("t_single", "id int", "user_id int", "name varchar");
            add("t_other", "id int", "name varchar");
        }

        @Override
        public DatabaseNames databases() {
            DatabaseNames.Physical place = new DatabaseNames.Physical("public", "public");
            return new DatabaseNames(dialect, "logic_db", List.of(place, place));
        }

        private void add(String name, String... columns) {
            List<ColumnSchema> schemas = new ArrayList<>();
            for (String column : columns) {
                String[] parts = column.split(" ");
                schemas.add(column(parts[0], parts[1]));
            }
            tables.put(
                    name, new TableSchema(name, schemas, List.of(schemas.get(0).name())));
        }

        private ColumnSchema column(String name, String type) {
            int jdbcType =
                    switch (type) {
                        case "int" -> Types.INTEGER;
                        case "bigint" -> Types.BIGINT;
                        case "decimal" -> Types.DECIMAL;
                        default -> Types.VARCHAR;
                    };
            String collation = !dialect.family().equals("MYSQL") || jdbcType != Types.VARCHAR
                    ? null
                    : type.equals("text") ? "utf8mb4_general_ci" : "utf8mb4_nopad_bin";
            String stored = dialect == Dialects.H2 ? name.toUpperCase(Locale.ROOT) : name;
            int size = jdbcType == Types.VARCHAR ? 100 : 10;
            return new ColumnSchema(
                    stored, jdbcType, type, size, type.equals("decimal") ? 2 : 0, true, false, collation);
        }

        @Override
        public @Nullable TableSchema table(LogicTable table) {
            return tables.get(table.name().toLowerCase(Locale.ROOT));
        }

        @Override
        public List<ColumnSchema> describe(int dataSource, String actualSql) {
            return List.of();
        }
    }
}
