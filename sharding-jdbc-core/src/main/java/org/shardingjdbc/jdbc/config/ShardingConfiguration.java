package org.shardingjdbc.jdbc.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys;
import org.shardingjdbc.jdbc.internal.library.Libraries;
import org.shardingjdbc.jdbc.internal.yaml.DocumentPlaces;
import org.shardingjdbc.rule.DataSourceNames;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * Everything that a sharding data source is made of: built here, or read by {@link YamlConfigurations}. Immutable.
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
 */
public abstract sealed class ShardingConfiguration permits CheckedConfiguration {
    /** The logic database's name when none is configured. */
    public static final String DEFAULT_DATABASE_NAME = "logic_db";

    private final ConfigurationParts parts;

    ShardingConfiguration(ConfigurationParts parts) {
        this.parts = parts;
    }

    /** The name of the logic database; {@value #DEFAULT_DATABASE_NAME} when none is configured. */
    public String databaseName() {
        return parts.databaseName();
    }

    /** The data sources by name, in configured order. */
    public Map<String, DataSourceConfiguration> dataSources() {
        return parts.dataSources();
    }

    /** The rules, in configured order. */
    public List<RuleConfiguration> rules() {
        return parts.rules();
    }

    /** Which transactions connections begin. */
    public TransactionConfiguration transaction() {
        return parts.transaction();
    }

    /** What is set besides data sources and rules. */
    public ShardingProps props() {
        return parts.props();
    }

    /** The registry that governs it; null for none. Only a document says one. */
    public @Nullable ModeConfiguration mode() {
        return parts.mode();
    }

    /** The text that it was read of; null when it was built in Java. */
    public @Nullable DocumentSource source() {
        return parts.source();
    }

    /**
     * A builder that has collected all of this configuration, to be changed. What it builds stands in no document:
     * mistakes in it have no line, and its {@link #source()} is null.
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.databaseName = parts.databaseName();
        builder.transaction = parts.transaction();
        builder.mode = parts.mode();
        return builder.dataSources(parts.dataSources()).rules(parts.rules()).props(parts.props());
    }

    /** Where its parts stand. */
    DocumentPlaces places() {
        return parts.places();
    }

    /**
     * The same, of the same text, governed by another registry, or by the same one in another way: for a tool that
     * opens the document of an application, and is none of its instances.
     */
    public ShardingConfiguration governedBy(ModeConfiguration mode) {
        return new CheckedConfiguration(parts.governedBy(Objects.requireNonNull(mode, "the mode is null")));
    }

    /** The same, governed by no registry. */
    ShardingConfiguration ungoverned() {
        return new CheckedConfiguration(parts.ungoverned());
    }

    /** A builder without data sources and rules. */
    public static Builder builder() {
        return new Builder();
    }

    /** The names of the data sources, in configured order. */
    public List<String> dataSourceNames() {
        return List.copyOf(parts.dataSources().keySet());
    }

    /**
     * Checks data sources, props and rules as far as that needs no connection. Opening a data source with this
     * configuration makes the same checks.
     *
     * @throws org.shardingjdbc.error.ShardingException with every mistake and its place, or when a library is too old
     */
    public void check() {
        Libraries.check();
        Problems problems = new Problems();
        checkAll(problems);
        parts.places().raise(problems);
    }

    /** Adds the mistakes of everything. */
    void checkAll(Problems problems) {
        checkParts(problems);
        RuleCompiler.compile(dataSourceNames(), parts.rules(), KeyGenerators.load(() -> 0), problems);
    }

    /** Adds the mistakes of everything but its rules. */
    void checkParts(Problems problems) {
        ConfigPath sources = ConfigPath.ROOT.key("dataSources");
        if (parts.dataSources().isEmpty()) {
            problems.leaveOut(DataSourceNames.KIND);
        }
        if (parts.dataSources().isEmpty() && !problems.isWrong(sources)) {
            problems.add(sources, "no data source is configured");
        }
        parts.props().values().forEach((key, value) -> {
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

    /** Whether the other has the same content; the documents from which they were read do not matter. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ShardingConfiguration that && said().equals(that.said());
    }

    @Override
    public int hashCode() {
        return said().hashCode();
    }

    /** What counts when it is compared. */
    private List<@Nullable Object> said() {
        return Arrays.asList(
                parts.databaseName(),
                parts.dataSources(),
                parts.rules(),
                parts.transaction(),
                parts.props(),
                parts.mode());
    }

    /** What it has, by name: values of data sources, which may be secrets, are not among it. */
    @Override
    public String toString() {
        return "ShardingConfiguration[" + parts.databaseName() + ", " + parts.places() + ", dataSources="
                + parts.dataSources().keySet()
                + ", rules="
                + parts.rules().stream()
                        .map(rule -> rule.getClass().getSimpleName())
                        .toList()
                + ", transaction=" + parts.transaction().defaultType() + "]";
    }

    /** Collects the parts of a configuration. Not thread-safe. */
    public static final class Builder {
        private final Map<String, DataSourceConfiguration> dataSources = new LinkedHashMap<>();
        private final List<RuleConfiguration> rules = new ArrayList<>();
        private final Map<String, String> props = new LinkedHashMap<>();
        private TransactionConfiguration transaction = TransactionConfiguration.LOCAL;
        private String databaseName = DEFAULT_DATABASE_NAME;
        private @Nullable ModeConfiguration mode;

        private Builder() {}

        /**
         * What connections call their catalog or schema where those of the data sources differ; blank for the default.
         */
        public Builder databaseName(String name) {
            databaseName = Objects.requireNonNull(name, "the database name is null");
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
            dataSources.put(
                    Objects.requireNonNull(name, "the name of a data source is null"),
                    Objects.requireNonNull(configuration, "the data source is null"));
            return this;
        }

        /** Those data sources, in their order, instead of all that were collected so far. */
        public Builder dataSources(Map<String, DataSourceConfiguration> all) {
            dataSources.clear();
            all.forEach(this::dataSource);
            return this;
        }

        /** One rule of each kind at most. */
        public Builder rule(RuleConfiguration rule) {
            rules.add(Objects.requireNonNull(rule, "the rule is null"));
            return this;
        }

        /** Those rules, in their order, instead of all that were collected so far. */
        public Builder rules(List<? extends RuleConfiguration> all) {
            rules.clear();
            all.forEach(this::rule);
            return this;
        }

        /** Which transactions connections begin; those of type LOCAL unless this is called. */
        public Builder transaction(TransactionConfiguration configuration) {
            transaction = Objects.requireNonNull(configuration, "the transaction is null");
            return this;
        }

        /** A property as YAML would have it; checked when a data source is made of the configuration. */
        public Builder prop(PropKey prop, String value) {
            props.put(prop.key(), Objects.requireNonNull(value, "the value of a prop is null"));
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

        /** Those props instead of all that were collected so far. */
        public Builder props(ShardingProps all) {
            props.clear();
            props.putAll(all.values());
            return this;
        }

        /** Applies a function to this builder, for parts that are made elsewhere. */
        public Builder with(UnaryOperator<Builder> part) {
            return part.apply(this);
        }

        /** What was collected so far; nothing of it is checked before a data source is made of it. */
        public ShardingConfiguration build() {
            return new CheckedConfiguration(new ConfigurationParts(
                    databaseName,
                    dataSources,
                    rules,
                    transaction,
                    new ShardingProps(props),
                    mode,
                    DocumentPlaces.NONE,
                    null));
        }
    }
}
