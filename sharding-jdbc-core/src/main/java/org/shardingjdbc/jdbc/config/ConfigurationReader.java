package org.shardingjdbc.jdbc.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.internal.document.ConfigKeys;
import org.shardingjdbc.jdbc.internal.document.DataSourceReader;
import org.shardingjdbc.jdbc.internal.document.ModeReader;
import org.shardingjdbc.jdbc.internal.document.PoolKeys;
import org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys;
import org.shardingjdbc.jdbc.internal.yaml.YamlDocument;
import org.shardingjdbc.jdbc.internal.yaml.YamlMap;
import org.shardingjdbc.rule.DataSourceNames;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler.UnreadRule;
import org.shardingjdbc.rule.internal.RuleProviders;
import org.shardingjdbc.rule.problem.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a whole document. One per load. */
final class ConfigurationReader {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationReader.class);

    private static final List<String> TRANSACTION_TYPES = List.of("LOCAL", "XA", "BASE");

    private final YamlDocument document;
    private final DocumentSource source;
    private final Problems problems;

    /** @param source what the document was parsed of */
    ConfigurationReader(YamlDocument document, DocumentSource source) {
        this.document = document;
        this.source = source;
        this.problems = document.problems();
    }

    /** The configuration; of use only when the document has no problems afterwards. */
    @Nullable
    ShardingConfiguration read() {
        YamlMap top = document.map();
        if (top == null) {
            return null;
        }
        RuleProviders providers = RuleProviders.load();
        top.only(knownAndIgnored(top), ConfigKeys.instead(top.keys(), providers));
        ModeConfiguration mode = new ModeReader(problems).read(top.map("mode"));
        TransactionConfiguration transaction = transaction(top.map("transaction"));
        readNeedless(top);
        Map<String, DataSourceConfiguration> dataSources = dataSources(top.map("dataSources"));
        List<RuleConfiguration> rules = rules(top, providers);
        YamlMap props = top.map("props");
        ShardingProps read =
                props == null ? ShardingProps.DEFAULTS : new ShardingProps(props.texts(PropKey.WARM_UP.key(), ";\n"));
        explainNeedless(read);
        String name = top.text("databaseName");
        return new CheckedConfiguration(new ConfigurationParts(
                name == null ? ShardingConfiguration.DEFAULT_DATABASE_NAME : name,
                dataSources,
                rules,
                transaction,
                read,
                mode,
                document.places(),
                source));
    }

    /** Those without a meaning here are logged. */
    private static List<String> knownAndIgnored(YamlMap top) {
        List<String> keys = new ArrayList<>(ConfigKeys.TOP);
        for (String key : top.keys()) {
            String reason = IgnoredKeys.root(key);
            if (reason != null) {
                LOG.warn("'{}' is ignored: {}", key, reason);
                keys.add(key);
            }
        }
        return keys;
    }

    private Map<String, DataSourceConfiguration> dataSources(@Nullable YamlMap map) {
        Map<String, DataSourceConfiguration> dataSources = new LinkedHashMap<>();
        if (map == null) {
            return dataSources;
        }
        String fallen = map.keys().stream()
                .filter(key -> map.isText(key) && PoolKeys.property(key) != null)
                .findFirst()
                .orElse(null);
        if (fallen != null) {
            problems.addAtKey(
                    map.path().key(fallen), "key '" + fallen + "' is no data source; indent it below the name of one");
        } else {
            map.maps((name, entry) -> dataSources.put(
                    name, new DataSourceConfiguration.Pooled(new DataSourceReader(problems).read(entry))));
            if (problems.isWrong(map.path()) && dataSources.size() < map.keys().size()) {
                problems.leaveOut(DataSourceNames.KIND);
            }
        }
        return dataSources;
    }

    private List<RuleConfiguration> rules(YamlMap top, RuleProviders providers) {
        List<RuleConfiguration> rules = new ArrayList<>();
        for (YamlMap.Element element : top.elements("rules")) {
            RuleProvider<?> provider = providers.of(element.tag() == null ? "" : element.tag());
            YamlMap map = provider == null || !element.isMap() ? null : element.map();
            if (provider == null && isIgnored(element.tag())) {
                LOG.warn("rule !{} is ignored: {}", element.tag(), IgnoredKeys.rule(element.tag()));
            } else if (provider == null) {
                tellUnknown(element, providers);
            } else if (map == null) {
                problems.add(
                        element.path(), "rule !" + element.tag() + " is empty; its keys stand below its tag, indented");
            }
            rules.add(provider == null || map == null ? new UnreadRule() : provider.read(map));
        }
        return rules;
    }

    private static boolean isIgnored(@Nullable String tag) {
        return tag != null && IgnoredKeys.rule(tag) != null;
    }

    private void tellUnknown(YamlMap.Element element, RuleProviders providers) {
        String tag = element.tag();
        problems.leaveOut(DataSourceNames.KIND);
        if (tag == null) {
            problems.add(element.path(), "a rule begins with its tag, such as !SHARDING");
        } else if (ConfigKeys.FEATURE_RULE_TAGS.contains(tag)) {
            problems.add(element.path(), "rule !" + tag + " needs the jar sharding-feature on the class path");
        } else if (ConfigKeys.ruleInstead(tag, providers) != null) {
            problems.add(element.path(), "rule !" + tag + " is not read: " + ConfigKeys.ruleInstead(tag, providers));
        } else {
            List<String> known =
                    providers.tags().stream().map(each -> "!" + each).toList();
            problems.unknown(element.path(), "rule", "!" + tag, known);
        }
    }

    private TransactionConfiguration transaction(@Nullable YamlMap transaction) {
        if (transaction == null) {
            return TransactionConfiguration.LOCAL;
        }
        transaction.only(ConfigKeys.TRANSACTION);
        String type = transaction.text("defaultType");
        if (type != null && !TRANSACTION_TYPES.contains(type.toUpperCase(Locale.ROOT))) {
            problems.unknown(transaction.path().key("defaultType"), "transaction type", type, TRANSACTION_TYPES);
        }
        YamlMap props = transaction.map("props");
        return new TransactionConfiguration(
                type == null ? TransactionConfiguration.LOCAL.defaultType() : type,
                transaction.text("providerType"),
                props == null ? Map.of() : props.texts());
    }

    private void readNeedless(YamlMap top) {
        YamlMap parser = top.map("sqlParser");
        if (parser != null) {
            parser.only(ConfigKeys.SQL_PARSER);
            LOG.info("sqlParser is not read: plans are cached whole, see the prop {}", PropKey.PLAN_CACHE_SIZE.key());
        }
        YamlMap federation = top.map("sqlFederation");
        if (federation != null && federation.only(ConfigKeys.SQL_FEDERATION).flag("sqlFederationEnabled", false)) {
            LOG.warn("sqlFederation is ignored: what no data node can answer alone is answered from pulled rows");
        }
        YamlMap translator = top.map("sqlTranslator");
        String type = translator == null
                ? null
                : translator.only(ConfigKeys.SQL_TRANSLATOR).text("type");
        if (translator != null && type != null && !type.equalsIgnoreCase("Native")) {
            problems.add(
                    translator.path().key("type"),
                    "SQL is not translated: leave sqlTranslator out, and write the SQL of the databases");
        }
    }

    private void explainNeedless(ShardingProps props) {
        for (String key : props.values().keySet()) {
            PropKey prop = PropKey.of(key);
            if (prop == null && IgnoredKeys.prop(key) != null) {
                LOG.warn("prop {} is ignored: {}", key, IgnoredKeys.prop(key));
            }
            if (prop != null && prop.isNeedless()) {
                LOG.info("prop {} changes nothing here", key);
            }
        }
    }
}
