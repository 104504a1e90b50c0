package org.shardingjdbc.jdbc.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.yaml.SecretNames;
import org.shardingjdbc.jdbc.internal.yaml.YamlNodes;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.internal.RuleProviders;

/** Writes a whole document, keys in the order in which the documentation has them. One per text. */
final class ConfigurationWriter {
    private static final String PROPERTIES = "dataSource.";
    private static final String HEALTH = "healthCheck.";

    private final SecretNames secrets;

    ConfigurationWriter(Secrets secrets) {
        this.secrets = new SecretNames(secrets == Secrets.PLACEHOLDERS);
    }

    String write(ShardingConfiguration configuration) {
        boolean named = !configuration.databaseName().equals(ShardingConfiguration.DEFAULT_DATABASE_NAME);
        ConfigurationText sources = new ConfigurationText();
        configuration.dataSources().forEach((name, each) -> sources.map(name, dataSource(name, each)));
        ConfigurationText before = new ConfigurationText()
                .text("databaseName", named ? configuration.databaseName() : null)
                .map("dataSources", sources);
        ConfigurationText after =
                new ConfigurationText().texts("props", configuration.props().values());
        if (!configuration.transaction().equals(TransactionConfiguration.LOCAL)) {
            after.map("transaction", transaction(configuration.transaction()));
        }
        RuleProviders providers = RuleProviders.load();
        List<RuleProviders.WrittenRule> rules =
                configuration.rules().stream().map(providers::write).toList();
        return new YamlNodes(secrets).text(before, rules, after);
    }

    private ConfigurationText transaction(TransactionConfiguration transaction) {
        Map<String, String> props = new LinkedHashMap<>();
        transaction.props().forEach((key, value) -> props.put(key, secrets.write("transaction", key, value)));
        return new ConfigurationText()
                .text("defaultType", transaction.defaultType())
                .text("providerType", transaction.providerType())
                .texts("props", props);
    }

    private ConfigurationText dataSource(String name, DataSourceConfiguration configuration) {
        if (!(configuration instanceof DataSourceConfiguration.Pooled pooled)) {
            throw new ShardingException(
                    ErrorCode.CONFIGURATION_UNWRITABLE,
                    "data source '" + name + "' is an object that the application made");
        }
        ConfigurationText text = new ConfigurationText();
        Map<String, String> properties = new LinkedHashMap<>();
        Map<String, String> health = new LinkedHashMap<>();
        pooled.properties().forEach((key, value) -> {
            String written = secrets.write(name, key, value);
            if (key.startsWith(PROPERTIES)) {
                properties.put(key.substring(PROPERTIES.length()), written);
            } else if (key.startsWith(HEALTH)) {
                health.put(key.substring(HEALTH.length()), written);
            } else {
                text.text(key, written);
            }
        });
        return text.texts("dataSourceProperties", properties).texts("healthCheckProperties", health);
    }
}
