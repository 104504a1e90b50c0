package org.shardingjdbc.plan.internal;

import java.sql.JDBCType;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.internal.catalog.TableObject;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The tables of the plan tests, without a database.
 *
 * <p>Data sources ds_0, ds_1. Sharded by user_id modulo 4 over t_order_0 (ds_0), t_order_1 (ds_1), t_order_2 (ds_0),
 * t_order_3 (ds_1): t_order and t_order_item, which are binding tables, with generated keys order_id and item_id;
 * t_account likewise by account_id, bound to nothing. t_log is sharded by two columns: the data source by user_id, the
 * table by log_id. t_visit and t_click are binding tables, likewise sharded by user_id and by visit_id (called visit in
 * t_click), with the declared dependence visit_id -> user_id. t_doc by the text column code. Broadcast: t_country,
 * t_region, t_config. Single: t_single in ds_0, t_other in ds_1.
 */
public final class PlanSchema implements Catalog {
    private final LogicView paid =
            new LogicView("v_paid", 1, "SELECT order_id, user_id, amount FROM t_order WHERE status = 'paid'");
    private final Dialect dialect;
    private final Map<String, TableSchema> tables = new TreeMap<>();

    public PlanSchema(Dialect dialect) {
        this.dialect = dialect;
        add(
                "t_order",
                List.of("order_id"),
                column("order_id", Types.BIGINT, 64),
                column("user_id", Types.INTEGER, 32),
                text("status", 20),
                column("amount", Types.DECIMAL, 10),
                column("created", Types.TIMESTAMP, 0),
                binaryText("code", 32),
                text("note", 2000));
        add(
                "t_order_item",
                List.of("user_id", "item_id"),
                column("item_id", Types.BIGINT, 64),
                column("order_id", Types.BIGINT, 64),
                column("user_id", Types.INTEGER, 32),
                text("product", 50),
                column("quantity", Types.INTEGER, 32),
                column("price", Types.DECIMAL, 10));
        add(
                "t_account",
                List.of("account_id"),
                column("account_id", Types.INTEGER, 32),
                binaryText("name", 50),
                column("balance", Types.DECIMAL, 12));
        add(
                "t_log",
                List.of("log_id", "user_id"),
                column("log_id", Types.BIGINT, 64),
                column("user_id", Types.INTEGER, 32),
                binaryText("message", 200));
        add(
                "t_visit",
                List.of("visit_id"),
                column("visit_id", Types.BIGINT, 64),
                column("user_id", Types.INTEGER, 32),
                binaryText("page", 50));
        add(
                "t_click",
                List.of("click_id"),
                column("click_id", Types.BIGINT, 64),
                column("visit", Types.BIGINT, 64),
                column("user_id", Types.INTEGER, 32),
                column("price", Types.DECIMAL, 10));
        add("t_doc", List.of("code"), binaryText("code", 32), binaryText("title", 100));
        add("t_country", List.of("country_id"), column("country_id", Types.INTEGER, 32), binaryText("name", 50));
        add("t_config", List.of("name"), binaryText("name", 50), binaryText("value", 200));
        add(
                "t_region",
                List.of("region_id"),
                column("region_id", Types.INTEGER, 32),
                text("code", 10),
                text("title", 50));
        add("t_single", List.of("id"), column("id", Types.INTEGER, 32), binaryText("name", 50));
        add("t_other", List.of("id"), column("id", Types.INTEGER, 32), binaryText("name", 50));
    }

    public static Rules rules() {
        StrategyConfiguration byUser = StrategyConfiguration.standard("user_id", "mod_4");
        ShardingRuleConfiguration sharding = ShardingRuleConfiguration.builder()
                .autoTable(new AutoTableConfiguration("t_order", "ds_0,ds_1", byUser)
                        .withKeyGenerateStrategy("order_id", "uuid"))
                .autoTable(new AutoTableConfiguration("t_order_item", "ds_0,ds_1", byUser)
                        .withKeyGenerateStrategy("item_id", "uuid"))
                .autoTable(new AutoTableConfiguration(
                        "t_account", "ds_0,ds_1", StrategyConfiguration.standard("account_id", "mod_4")))
                .autoTable(new AutoTableConfiguration(
                        "t_doc", "ds_0,ds_1", StrategyConfiguration.standard("code", "hash_4")))
                .table(new ShardedTableConfiguration("t_log", "ds_${0..1}.t_log_${0..1}")
                        .withDatabaseStrategy(StrategyConfiguration.standard("user_id", "log_ds"))
                        .withTableStrategy(StrategyConfiguration.standard("log_id", "log_table")))
                .table(byUserAnd("t_visit", "visit_id"))
                .table(byUserAnd("t_click", "visit"))
                .bindingTables("t_order", "t_order_item")
                .bindingTables(
                        BindingTablesConfiguration.of("t_visit", "t_click").withDependence("visit_id", "user_id"))
                .shardingAlgorithm("mod_2", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                .shardingAlgorithm("mod_4", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                .shardingAlgorithm("hash_4", AlgorithmConfiguration.of("HASH_MOD", "sharding-count", "4"))
                .shardingAlgorithm(
                        "log_ds", AlgorithmConfiguration.of("INLINE", "algorithm-expression", "ds_${user_id % 2}"))
                .shardingAlgorithm(
                        "log_table", AlgorithmConfiguration.of("INLINE", "algorithm-expression", "t_log_${log_id % 2}"))
                .keyGenerator("uuid", new AlgorithmConfiguration("UUID"))
                .build();
        return RuleCompiler.compile(
                List.of("ds_0", "ds_1"),
                List.of(
                        sharding,
                        new BroadcastRuleConfiguration(List.of("t_country", "t_config", "t_region")),
                        new SingleRuleConfiguration(List.of("ds_0.t_single", "ds_1.t_other"), "ds_0")),
                KeyGenerators.load(() -> 0));
    }

    private static ShardedTableConfiguration byUserAnd(String table, String column) {
        return new ShardedTableConfiguration(table, "ds_${0..1}." + table + "_${0..1}")
                .withDatabaseStrategy(StrategyConfiguration.standard("user_id", "mod_2"))
                .withTableStrategy(StrategyConfiguration.standard(column, "mod_2"));
    }

    private void add(String name, List<String> primaryKey, ColumnSchema... columns) {
        List<String> storedKey = primaryKey.stream().map(this::stored).toList();
        tables.put(name, new TableSchema(name, List.of(columns), storedKey));
    }

    private ColumnSchema column(String name, int type, int size) {
        String typeName =
                dialect.family().equals("MYSQL") ? JDBCType.valueOf(type).getName() : "";
        return new ColumnSchema(stored(name), type, typeName, size, 0, true, false, null);
    }

    /** Text as databases have it by default: a locale's collation, case ignored with MySQL, none with H2. */
    private ColumnSchema text(String name, int size) {
        return collated(name, size, "utf8mb4_general_ci", "en_US.UTF-8");
    }

    private ColumnSchema binaryText(String name, int size) {
        return collated(name, size, "utf8mb4_bin", "C");
    }

    private ColumnSchema collated(String name, int size, String mySql, String postgreSql) {
        String collation =
                switch (dialect.family()) {
                    case "MYSQL" -> mySql;
                    case "POSTGRESQL" -> postgreSql;
                    default -> null;
                };
        return new ColumnSchema(stored(name), Types.VARCHAR, "varchar", size, 0, true, false, collation);
    }

    private String stored(String name) {
        return dialect == Dialects.H2 ? name.toUpperCase(Locale.ROOT) : name;
    }

    @Override
    public TableSchema table(LogicTable table) {
        return tables.get(table.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public List<List<String>> uniqueKeys(String logicTable) {
        return List.of(tables.get(logicTable.toLowerCase(Locale.ROOT)).primaryKey());
    }

    /** Knows the types of a few functions, as a database would. */
    @Override
    public List<ColumnSchema> describe(int dataSource, String actualSql) {
        String sql = withoutComments(actualSql).toLowerCase(Locale.ROOT);
        List<ColumnSchema> columns = new ArrayList<>();
        if (sql.contains("information_schema.")) {
            columns.add(binaryText("table_schema", 64));
            columns.add(binaryText("table_name", 64));
            columns.add(binaryText(sql.contains("statistics") ? "index_name" : "table_type", 64));
            return columns;
        }
        if (sql.contains("my_aggregate(") && sql.contains("is null")) {
            return columns;
        }
        boolean text = List.of("lower(", "upper(", "||", "concat(", "case ", "date_format(", "to_char(").stream()
                .anyMatch(sql::contains);
        if (text) {
            columns.add(new ColumnSchema("probe", Types.VARCHAR, "varchar", 100, 0, true, false, null));
        } else if (sql.contains("no_type(")) {
            return columns;
        } else {
            columns.add(column("probe", Types.INTEGER, 32));
        }
        return columns;
    }

    private static String withoutComments(String sql) {
        StringBuilder text = new StringBuilder(sql);
        for (int start = text.indexOf("/*"); start >= 0; start = text.indexOf("/*", start)) {
            text.delete(start, text.indexOf("*/", start) + 2);
        }
        return text.toString();
    }

    @Override
    public int locate(String table) {
        return switch (table.toLowerCase(Locale.ROOT)) {
            case "t_single" -> 0;
            case "t_other" -> 1;
            default -> -1;
        };
    }

    /** The orders have an index by the name idx_known, and one that the database named. */
    @Override
    public Map<String, String> indexes(int dataSource) {
        return dataSource == 0
                ? Map.of(
                        "idx_known_t_order_0",
                        "t_order_0",
                        "t_order_0_status_idx",
                        "t_order_0",
                        "idx_single",
                        "t_single")
                : Map.of("idx_other", "t_other");
    }

    @Override
    public List<TableObject> objects(int dataSource, String actualTable) {
        return actualTable.equals("t_order_0")
                ? List.of(
                        new TableObject("idx_known_t_order_0", false, List.of("amount")),
                        new TableObject("t_order_0_pkey", true, List.of("order_id")),
                        new TableObject("t_order_0_user_id_order_id_key", true, List.of("user_id", "order_id")),
                        new TableObject("t_order_0_status_idx", false, List.of("status")))
                : List.of();
    }

    /** Databases of different names, with a schema of one name. */
    @Override
    public DatabaseNames databases() {
        return new DatabaseNames(
                dialect,
                "logic_db",
                List.of(
                        new DatabaseNames.Physical("shop_0", "public"),
                        new DatabaseNames.Physical("shop_1", "public")));
    }

    @Override
    public LogicView view(String name) {
        return name.equalsIgnoreCase(paid.name()) ? paid : null;
    }
}
