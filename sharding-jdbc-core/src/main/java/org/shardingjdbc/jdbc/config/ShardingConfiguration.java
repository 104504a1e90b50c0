package org.shardingjdbc.jdbc.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys;
import org.shardingjdbc.jdbc.internal.library.Libraries;
import org.shardingjdbc.rule.DataSourceNames;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * Everything that a sharding data source is made of. Immutable.
 *
 * <pre>{@code
 * ShardingConfiguration configuration = ShardingConfiguration.builder()
 *         .dataSource("ds_0", Map.of("jdbcUrl", "jdbc:h2:mem:ds_0", "username", "sa"))
 *         .dataSource("ds_1", Map.of("jdbcUrl", "jdbc:h2:mem:ds_1", "username", "sa"))
 *         .rule(ShardingRuleConfiguration.builder()
 *                 .autoTable(new AutoTableConfiguration(
 *                         "t_order", "ds_${0..1}", StrategyConfiguration.standard("order_id", "mod")))
 *                 .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
 *                 .build())
 *         .rule(new BroadcastRuleConfiguration(List.of("t_country")))
 *         .prop(PropKey.SQL_SHOW, "true")
 *         .build();
 * }</pre>
 *
 * @param databaseName the name of the logic database
 * @param dataSources by name, in configured order
 * @param rules in configured order
 * @param transaction which transactions connections begin
 * @param props what is set besides data sources and rules
 * @param places where its parts stand in a document
 * @param mode the registry that governs it; null for none
 * @param source the text that it was read of; null when it was built in Java
 */
public record ShardingConfiguration(
        String databaseName,
        Map<String, DataSourceConfiguration> dataSources,
        List<RuleConfiguration> rules,
        TransactionConfiguration transaction,
        ShardingProps props,
        DocumentPlaces places,
        @Nullable ModeConfiguration mode,
        @Nullable DocumentSource source) {
    /** The logic database's name when none is configured. */
    public static final String DEFAULT_DATABASE_NAME = "logic_db";

    /** Copies data sources and rules, in their order. */
    public ShardingConfiguration {
        databaseName = databaseName == null || databaseName.isBlank() ? DEFAULT_DATABASE_NAME : databaseName;
        dataSources = Collections.unmodifiableMap(new LinkedHashMap<>(dataSources));
        rules = List.copyOf(rules);
        transaction = transaction == null ? TransactionConfiguration.LOCAL : transaction;
        props = props == null ? ShardingProps.DEFAULTS : props;
        places = places == null ? DocumentPlaces.NONE : places;
    }

    /**
     * The same with other data sources, rules and props. It stands in no document: mistakes in it have no line, and its
     * {@link #source()} is null.
     */
    public ShardingConfiguration with(
            Map<String, DataSourceConfiguration> otherSources,
            List<RuleConfiguration> otherRules,
            ShardingProps otherProps) {
        return new ShardingConfiguration(
                databaseName, otherSources, otherRules, transaction, otherProps, DocumentPlaces.NONE, mode, null);
    }

    /** What it says whatever it was read of and whoever governs it, as if it had just been read of a document. */
    ShardingConfiguration byItself() {
        return new ShardingConfiguration(
                databaseName, dataSources, rules, transaction, props, places, null, DocumentSource.ANY);
    }

    /** A builder without data sources and rules. */
    public static Builder builder() {
        return new Builder();
    }

    /** The names of the data sources, in configured order. */
    public List<String> dataSourceNames() {
        return List.copyOf(dataSources.keySet());
    }

    /** Whether the document that it was read of says something about {@code mode}, {@code transaction} and so on. */
    public boolean says(String key) {
        return places.has(ConfigPath.ROOT.key(key));
    }

    /**
     * Checks all that can be said without opening anything: data sources, props and rules. What makes a data source of
     * it does so too.
     *
     * @throws org.shardingjdbc.error.ShardingException with every mistake and its place, or when a library is too old
     */
    public void check() {
        Libraries.check();
        Problems problems = new Problems();
        checkAll(problems);
        places.raise(problems);
    }

    /** Adds the mistakes of everything. */
    void checkAll(Problems problems) {
        check(problems);
        RuleCompiler.compile(dataSourceNames(), rules, KeyGenerators.load(() -> 0), problems);
    }

    /** Adds the mistakes of everything but its rules. */
    public void check(Problems problems) {
        ConfigPath sources = ConfigPath.ROOT.key("dataSources");
        if (dataSources.isEmpty()) {
            problems.leaveOut(DataSourceNames.KIND);
        }
        if (dataSources.isEmpty() && !problems.isWrong(sources)) {
            problems.add(sources, "no data source is configured");
        }
        props.values().forEach((key, value) -> {
            ConfigPath path = ConfigPath.ROOT.key("props").key(key);
            PropKey prop = PropKey.of(key);
            if (prop == null) {
                tellUnknown(key, path, problems);
                return;
            }
            String mistake = problems.isWrong(path) ? null : prop.mistake(value.trim());
            if (mistake != null) {
                problems.add(path, mistake);
            }
        });
    }

    private static void tellUnknown(String key, ConfigPath path, Problems problems) {
        String dashed = key.replace('.', '-');
        if (IgnoredKeys.prop(key) != null) {
            return;
        }
        if (IgnoredKeys.propInstead(dashed) != null) {
            problems.addAtKey(path, "prop '" + key + "' is not read: " + IgnoredKeys.propInstead(dashed));
        } else {
            problems.unknownKey(path, PropKey.keys());
        }
    }

    /** Collects the parts of a configuration. Not thread-safe. */
    public static final class Builder {
        private final Map<String, DataSourceConfiguration> dataSources = new LinkedHashMap<>();
        private final List<RuleConfiguration> rules = new ArrayList<>();
        private final Map<String, String> props = new LinkedHashMap<>();
        private TransactionConfiguration transaction = TransactionConfiguration.LOCAL;
        private String databaseName = DEFAULT_DATABASE_NAME;

        private Builder() {}

        /** What connections call their catalog or schema where those of the data sources differ. */
        public Builder databaseName(String name) {
            databaseName = name;
            return this;
        }

        /** A pool that is opened and closed for this configuration, with HikariCP's properties. */
        public Builder dataSource(String name, Map<String, String> hikariProperties) {
            return dataSource(name, new DataSourceConfiguration.Pooled(hikariProperties));
        }

        /** A DataSource that the application made and closes. */
        public Builder dataSource(String name, DataSource given) {
            return dataSource(name, new DataSourceConfiguration.Given(given));
        }

        /** A data source in either form, by the name that rules call it. */
        public Builder dataSource(String name, DataSourceConfiguration configuration) {
            dataSources.put(name, configuration);
            return this;
        }

        /** One rule of each kind at most. */
        public Builder rule(RuleConfiguration rule) {
            rules.add(rule);
            return this;
        }

        /** Which transactions connections begin; of type LOCAL unless this says otherwise. */
        public Builder transaction(TransactionConfiguration configuration) {
            transaction = configuration;
            return this;
        }

        /** A property as YAML would have it; checked when a data source is made of the configuration. */
        public Builder prop(PropKey prop, String value) {
            props.put(prop.key(), value);
            return this;
        }

        /** A number. */
        public Builder prop(PropKey prop, int value) {
            return prop(prop, Integer.toString(value));
        }

        /** A switch. */
        public Builder prop(PropKey prop, boolean value) {
            return prop(prop, Boolean.toString(value));
        }

        /** Applies a function to this builder, for parts that are made elsewhere. */
        public Builder with(UnaryOperator<Builder> part) {
            return part.apply(this);
        }

        /** What was collected so far; nothing of it is checked before a data source is made of it. */
        public ShardingConfiguration build() {
            return new ShardingConfiguration(
                    databaseName,
                    dataSources,
                    rules,
                    transaction,
                    new ShardingProps(props),
                    DocumentPlaces.NONE,
                    null,
                    null);
        }
    }
}
