package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.StoredForm;
import org.shardingjdbc.feature.mask.MaskRuleConfiguration;
import org.shardingjdbc.feature.mask.MaskedColumn;
import org.shardingjdbc.feature.readwrite.DataSourceGroup;
import org.shardingjdbc.feature.readwrite.DataSourceGroup.TransactionalReads;
import org.shardingjdbc.feature.readwrite.ReadwriteSplittingConfiguration;
import org.shardingjdbc.feature.shadow.ShadowDataSource;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration;
import org.shardingjdbc.feature.shadow.ShadowTable;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/**
 * Makes a configuration that statements can say, whose algorithms are called as statements call them. One per
 * configuration.
 */
record RandomConfiguration(Random random) {
    private static final String[] NAMES = {
        "t_order",
        "Order",
        "t order",
        "table",
        "NAME",
        "sharding",
        "größe",
        "a-b",
        "1st",
        "x`y",
        "it's",
        "q\"q",
        "a.b",
        "b#c"
    };
    private static final String[] TYPES = {"INLINE", "Mod", "com.example.Own", "MD5", "x y"};
    private static final String[] VALUES = {
        "",
        "1",
        "-2.5",
        "true",
        "ds_${user_id % 2}",
        "a'b",
        "a\"b",
        "\"\"",
        "`",
        "--x",
        "/*",
        "#",
        "a,b;c)",
        "ü\u4e2d",
        " "
    };

    ShardingConfiguration build() {
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder();
        int sources = random.nextInt(3);
        for (int i = 0; i < sources; i++) {
            Map<String, String> properties = new LinkedHashMap<>(Map.of("jdbcUrl", "jdbc:h2:mem:" + i + ";X='a''b'"));
            if (random.nextBoolean()) {
                properties.put("username", "sa'");
            }
            if (random.nextBoolean()) {
                properties.put("password", "a\"b c");
            }
            if (random.nextBoolean()) {
                properties.put("maximumPoolSize", "" + random.nextInt(9));
            }
            builder.dataSource(NAMES[random.nextInt(3)] + i, properties);
        }
        if (random.nextBoolean()) {
            builder.rule(sharding());
        }
        if (random.nextBoolean()) {
            builder.rule(new BroadcastRuleConfiguration(names(1)));
        }
        if (random.nextBoolean()) {
            builder.rule(single());
        }
        if (random.nextBoolean()) {
            builder.rule(groups());
        }
        if (random.nextBoolean()) {
            builder.rule(encrypt());
        }
        if (random.nextBoolean()) {
            builder.rule(mask());
        }
        if (random.nextBoolean()) {
            builder.rule(shadow());
        }
        if (random.nextBoolean()) {
            builder.prop(PropKey.SQL_SHOW, random.nextBoolean());
        }
        return builder.build();
    }

    private String name() {
        return NAMES[random.nextInt(NAMES.length)];
    }

    /** Different ones, also without case. */
    private List<String> names(int least) {
        List<String> names = new ArrayList<>();
        int count = least + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            names.add(name() + i);
        }
        return names;
    }

    private AlgorithmConfiguration algorithm() {
        Map<String, String> props = new LinkedHashMap<>();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            props.put(name() + i, VALUES[random.nextInt(VALUES.length)]);
        }
        return new AlgorithmConfiguration(TYPES[random.nextInt(TYPES.length)], props);
    }

    /** Another algorithm, under the name that a statement gives it. */
    private String algorithm(Map<String, AlgorithmConfiguration> algorithms, String prefix) {
        AlgorithmConfiguration algorithm = algorithm();
        String wanted = (prefix + "_" + algorithm.type()).toLowerCase(Locale.ROOT);
        String name = wanted;
        for (int i = 2; algorithms.containsKey(name) && !algorithms.get(name).equals(algorithm); i++) {
            name = wanted + "_" + i;
        }
        algorithms.put(name, algorithm);
        return name;
    }

    private ShardingRuleConfiguration sharding() {
        Map<String, AlgorithmConfiguration> algorithms = new LinkedHashMap<>();
        Map<String, AlgorithmConfiguration> generators = new LinkedHashMap<>();
        Map<String, AlgorithmConfiguration> auditors = new LinkedHashMap<>();
        ShardingRuleConfiguration.Builder rule = ShardingRuleConfiguration.builder();
        if (random.nextBoolean()) {
            rule.defaultDatabaseStrategy(strategy(algorithms, "default_database"));
        }
        if (random.nextBoolean()) {
            rule.defaultTableStrategy(strategy(algorithms, "default_table"));
        }
        List<String> tables = names(0);
        for (String table : tables) {
            rule.table(new ShardedTableConfiguration(
                    table,
                    "ds_${0..1}.t_${[\"a\", 'b']}",
                    random.nextBoolean() ? strategy(algorithms, table + "_database") : null,
                    random.nextBoolean() ? strategy(algorithms, table + "_table") : null,
                    keys(generators, table),
                    audit(auditors, table)));
        }
        List<String> autoTables = names(tables.isEmpty() ? 1 : 0);
        autoTables.replaceAll(table -> "auto " + table);
        for (String table : autoTables) {
            rule.autoTable(new AutoTableConfiguration(
                    table,
                    String.join(",", List.of("ds_0", "d s").subList(0, 1 + random.nextInt(2))),
                    StrategyConfiguration.standard(name(), algorithm(algorithms, table)),
                    keys(generators, table),
                    audit(auditors, table)));
        }
        if (random.nextBoolean()) {
            rule.bindingTables(new BindingTablesConfiguration(name(), names(1), List.of()));
        }
        algorithms.forEach(rule::shardingAlgorithm);
        generators.forEach(rule::keyGenerator);
        auditors.forEach(rule::auditor);
        return rule.build();
    }

    private StrategyConfiguration strategy(Map<String, AlgorithmConfiguration> algorithms, String prefix) {
        return switch (random.nextInt(4)) {
            case 0 -> StrategyConfiguration.standard(name(), algorithm(algorithms, prefix));
            case 1 -> StrategyConfiguration.complex(names(2), algorithm(algorithms, prefix));
            case 2 -> StrategyConfiguration.hint(algorithm(algorithms, prefix));
            default -> StrategyConfiguration.none();
        };
    }

    private KeyGenerateConfiguration keys(Map<String, AlgorithmConfiguration> generators, String table) {
        return random.nextBoolean() ? null : new KeyGenerateConfiguration(name(), algorithm(generators, table));
    }

    private AuditConfiguration audit(Map<String, AlgorithmConfiguration> auditors, String table) {
        if (random.nextBoolean()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            names.add(algorithm(auditors, table));
        }
        return new AuditConfiguration(names, random.nextBoolean());
    }

    private SingleRuleConfiguration single() {
        List<String> tables = new ArrayList<>(List.of("*.*", "ds 0.t", "ds_1.*", "ds_1.public.t", "a.b.*"));
        return new SingleRuleConfiguration(
                tables.subList(0, 1 + random.nextInt(5)), random.nextBoolean() ? null : name());
    }

    private ReadwriteSplittingConfiguration groups() {
        Map<String, AlgorithmConfiguration> balancers = new LinkedHashMap<>();
        Map<String, DataSourceGroup> groups = new LinkedHashMap<>();
        for (String name : names(1)) {
            groups.put(
                    name,
                    new DataSourceGroup(
                            name(),
                            names(1),
                            TransactionalReads.values()[random.nextInt(3)],
                            random.nextBoolean() ? null : algorithm(balancers, name)));
        }
        return new ReadwriteSplittingConfiguration(groups, balancers);
    }

    private EncryptRuleConfiguration encrypt() {
        Map<String, AlgorithmConfiguration> encryptors = new LinkedHashMap<>();
        Map<String, Map<String, EncryptedColumn>> tables = new LinkedHashMap<>();
        for (String table : names(1)) {
            Map<String, EncryptedColumn> columns = new LinkedHashMap<>();
            for (String column : names(1)) {
                String prefix = table + "_" + column;
                columns.put(
                        column,
                        new EncryptedColumn(new StoredForm(name(), algorithm(encryptors, prefix)))
                                .withAssistedQuery(
                                        random.nextBoolean()
                                                ? null
                                                : new StoredForm(name(), algorithm(encryptors, prefix + "_assisted")))
                                .withLikeQuery(
                                        random.nextBoolean()
                                                ? null
                                                : new StoredForm(name(), algorithm(encryptors, prefix + "_like"))));
            }
            tables.put(table, columns);
        }
        return new EncryptRuleConfiguration(tables, encryptors);
    }

    private MaskRuleConfiguration mask() {
        Map<String, AlgorithmConfiguration> algorithms = new LinkedHashMap<>();
        Map<String, Map<String, MaskedColumn>> tables = new LinkedHashMap<>();
        for (String table : names(1)) {
            Map<String, MaskedColumn> columns = new LinkedHashMap<>();
            names(1).forEach(column ->
                    columns.put(column, new MaskedColumn(algorithm(algorithms, table + "_" + column))));
            tables.put(table, columns);
        }
        return new MaskRuleConfiguration(tables, algorithms);
    }

    private ShadowRuleConfiguration shadow() {
        Map<String, AlgorithmConfiguration> algorithms = new LinkedHashMap<>();
        String byDefault = random.nextBoolean() ? null : algorithm(algorithms, "default_shadow");
        Map<String, ShadowDataSource> sources = new LinkedHashMap<>();
        names(1).forEach(name -> sources.put(name, new ShadowDataSource(name(), name())));
        List<String> all = List.copyOf(sources.keySet());
        Map<String, List<String>> tables = new LinkedHashMap<>();
        for (String table : names(0)) {
            int first = random.nextInt(all.size());
            tables.put(table, all.subList(first, first + 1 + random.nextInt(all.size() - first)));
        }
        Map<String, ShadowTable> marked = new LinkedHashMap<>();
        for (String source : all) {
            tables.forEach((table, of) -> {
                if (of.get(0).equals(source)) {
                    List<String> names = new ArrayList<>();
                    int count = (byDefault == null ? 1 : 0) + random.nextInt(2);
                    for (int i = 0; i < count; i++) {
                        String name = algorithm(algorithms, source + "_" + table);
                        // a table has each algorithm once
                        names.remove(name);
                        names.add(name);
                    }
                    marked.put(table, new ShadowTable(of, names));
                }
            });
        }
        return new ShadowRuleConfiguration(sources, marked, byDefault, algorithms);
    }
}
