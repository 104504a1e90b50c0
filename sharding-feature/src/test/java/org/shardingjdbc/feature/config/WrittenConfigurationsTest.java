package org.shardingjdbc.feature.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.LimitsConfiguration;
import org.shardingjdbc.jdbc.config.PlaceholderSource;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.config.RuleConfiguration;

/** What is written of a configuration is read as the same: all documents of tests, examples and pages. */
class WrittenConfigurationsTest {
    private static final int FEWEST = 70;
    private static final PlaceholderSource FILLED = new PlaceholderSource() {
        /** With the defaults of Spring's placeholders. */
        @Override
        public String fill(String text) {
            int open = text.indexOf("${");
            int colon = text.indexOf(':', open);
            int close = text.indexOf('}', open);
            if (open < 0 || close < 0) {
                return text;
            }
            String value = colon < 0 || close < colon ? "filled" : text.substring(colon + 1, close);
            return fill(text.substring(0, open) + value + text.substring(close + 1));
        }

        @Override
        public String value(String name) {
            return "value of " + name;
        }
    };

    private static final String SECRETS = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:mysql://db/shop?user=me&password=url-secret
                username: app
                password: pool-secret
                keepaliveTime: 30000
                dataSourceProperties:
                  trustStorePassword: store-secret
            rules:
            - !ENCRYPT
              tables:
                t_user:
                  columns:
                    phone:
                      cipher: {name: phone, encryptorName: aes}
              encryptors:
                aes:
                  type: AES
                  props: {aes-key-value: aes-secret, digest-algorithm-name: SHA-256}
            """;

    @Test
    void everyDocumentIsReadAsItWas() throws IOException {
        int written = 0;
        for (String yaml : documents()) {
            ShardingConfiguration configuration = read(yaml);
            if (configuration != null) {
                String text = YamlConfigurations.write(configuration, Secrets.WRITTEN);
                ShardingConfiguration again = YamlConfigurations.parse(text, "written", PlaceholderType.NONE);
                assertThat(again).as(text).isEqualTo(withoutMode(configuration));
                written++;
            }
        }
        assertThat(written).isGreaterThan(FEWEST);
    }

    /** An instance has a mode, not what it writes. */
    private static ShardingConfiguration withoutMode(ShardingConfiguration given) {
        return ShardingConfiguration.builder()
                .databaseName(given.databaseName())
                .transaction(given.transaction())
                .dataSources(given.dataSources())
                .rules(given.rules())
                .props(given.props())
                .build();
    }

    @Test
    void secretsAreLeftOut() {
        ShardingConfiguration configuration = read(SECRETS);
        assertThat(YamlConfigurations.write(configuration, Secrets.WRITTEN))
                .contains("url-secret", "pool-secret", "store-secret", "aes-secret");
        String text = YamlConfigurations.write(configuration, Secrets.PLACEHOLDERS);
        assertThat(text)
                .doesNotContain("-secret")
                .contains("$${DS_0_JDBCURL}", "$${DS_0_PASSWORD}", "$${AES_AES_KEY_VALUE}")
                .contains("username: app", "keepaliveTime: 30000", "digest-algorithm-name: SHA-256");
        assertThatThrownBy(() -> YamlConfigurations.parse(text, "written", PlaceholderType.NONE))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("placeholder");
    }

    @Test
    void whatYamlCannotSayIsRefused() {
        ShardingConfiguration given = ShardingConfiguration.builder()
                .dataSource("ds_0", new JdbcDataSource())
                .build();
        assertThatThrownBy(() -> YamlConfigurations.write(given, Secrets.WRITTEN))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("SHD-3003")
                .hasMessageContaining("ds_0");
        ShardingConfiguration changed = ShardingConfiguration.builder()
                .dataSource("ds_0", Map.of("jdbcUrl", "jdbc:h2:mem:$${NAME}"))
                .build();
        assertThatThrownBy(() -> YamlConfigurations.write(changed, Secrets.WRITTEN))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("SHD-3003");
        RuleConfiguration unknown = new RuleConfiguration() {};
        ShardingConfiguration foreign = ShardingConfiguration.builder()
                .dataSource("ds_0", Map.of("jdbcUrl", "jdbc:h2:mem:ds_0"))
                .rule(new LimitsConfiguration(Map.of(), Map.of(), null))
                .rule(unknown)
                .build();
        assertThatThrownBy(() -> YamlConfigurations.write(foreign, Secrets.WRITTEN))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("no rule is configured by");
    }

    /** Null for a document that has mistakes, as those of tests of mistakes, and parts of documents on pages. */
    private static ShardingConfiguration read(String yaml) {
        try {
            return YamlConfigurations.parse(yaml, "document", FILLED);
        } catch (ShardingException e) {
            return null;
        }
    }

    private static List<String> documents() throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        List<String> documents = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root, 14)) {
            for (Path file : files.filter(WrittenConfigurationsTest::isSource).toList()) {
                String text = Files.readString(file);
                if (file.toString().endsWith(".yaml")) {
                    documents.add(text);
                } else if (file.toString().endsWith(".md")) {
                    parts(text, "```yaml\n", "```").forEach(documents::add);
                } else {
                    parts(text, "\"\"\"\n", "\"\"\"").forEach(each -> documents.add(each.stripIndent()));
                }
            }
        }
        return documents.stream()
                .filter(each -> each.contains("dataSources:") || each.contains("rules:"))
                .toList();
    }

    private static boolean isSource(Path file) {
        String name = file.toString();
        boolean read = name.endsWith(".yaml") || name.endsWith(".md") || name.endsWith("Test.java");
        return read && !name.contains("/target/") && !name.contains("/node_modules/");
    }

    private static List<String> parts(String text, String begin, String end) {
        List<String> parts = new ArrayList<>();
        int from = text.indexOf(begin);
        while (from >= 0) {
            int to = text.indexOf(end, from + begin.length());
            if (to < 0) {
                break;
            }
            parts.add(text.substring(from + begin.length(), to));
            from = text.indexOf(begin, to + end.length());
        }
        return parts;
    }
}
