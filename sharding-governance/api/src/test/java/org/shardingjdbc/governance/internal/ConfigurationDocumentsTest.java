package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Configurations as documents: without where the registry is, and what differs between two. */
class ConfigurationDocumentsTest {
    private static final String MODE = "mode:\n  type: Cluster\n  repository: {type: JDBC}\n";
    private static final String SOURCES = "dataSources: # \ud83d\ude00\n  ds_0: {jdbcUrl: 'jdbc:h2:mem:a'}\n";
    private static final String RULES = "rules:\n- !SINGLE\n  tables: ['*.*']\n";

    @Test
    void theModeIsLeftOutWhereverItStands() {
        assertThat(ConfigurationDocuments.withoutMode(MODE + SOURCES + RULES)).isEqualTo(SOURCES + RULES);
        assertThat(ConfigurationDocuments.withoutMode(SOURCES + MODE + RULES)).isEqualTo(SOURCES + RULES);
        assertThat(ConfigurationDocuments.withoutMode(SOURCES + RULES + MODE).strip())
                .isEqualTo((SOURCES + RULES).strip());
        assertThat(ConfigurationDocuments.withoutMode(SOURCES + RULES)).isEqualTo(SOURCES + RULES);
        assertThat(ConfigurationDocuments.withoutMode("{mode: {type: Cluster}, databaseName: shop}"))
                .contains("databaseName: shop")
                .doesNotContain("Cluster");
    }

    /** What is anchored there is missing in the rest. */
    @Test
    void aModeThatTheRestNeedsIsAMistake() {
        assertThatThrownBy(() -> ConfigurationDocuments.withoutMode("mode: &m {type: Cluster}\nprops: *m\n"))
                .isInstanceOfSatisfying(ShardingException.class, e -> assertThat(e.code())
                        .isEqualTo(ErrorCode.CONFIGURATION_UNREADABLE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dataSources: {ds_0: {password: 'geheim'}}",
                "dataSources: {ds_0: {dataSourceProperties: {trustStorePassword: 'geheim'}}}",
                "dataSources: {ds_0: {jdbcUrl: 'jdbc:mysql://h/a?user=u&password=geheim'}}",
                "rules: [!ENCRYPT {encryptors: {a: {props: {aes-key-value: 'geheim'}}}}]",
                "props: {api_token: 'geheim'}",
                "rules: [!ENCRYPT {encryptors: {a: {type: AES_GCM, props: {keys: '1:geheim'}}}}]",
                "rules: [!ENCRYPT {encryptors: {a: {type: OWN, props: {hashSalt: 'geheim'}}}}]",
                "dataSources: {ds_0: {jdbcUrl: 'jdbc:mysql://u:geheim@h:3306/a'}}",
                "dataSources: {ds_0: {jdbcUrl: 'jdbc:mysql://h/a?password1=geheim&user=u'}}",
                "rules: [!READWRITE_SPLITTING {primary-check: {props: {w: 'http://u:geheim@h/primary'}}}]"
            })
    void secretsAreFound(String text) {
        assertThat(ConfigurationDocuments.plainSecrets(text)).hasSize(1);
        assertThat(ConfigurationDocuments.plainSecrets(text.replace("geheim", "$${FROM_OUTSIDE}")))
                .isEmpty();
        assertThat(ConfigurationDocuments.differences(text, text.replace("geheim", "verborgen")))
                .singleElement()
                .asString()
                .doesNotContain("geheim", "verborgen");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rules: [!ENCRYPT {encryptors: {a: {props: {key-file: /etc/keys, key-service: VAULT}}}}]",
                "rules: [!SHARDING {tables: {t: {keyGenerateStrategy: {keyGeneratorName: snowflake}}}}]",
                "dataSources: {ds_0: {dataSourceProperties: {allowPublicKeyRetrieval: 'true'}}}",
                "dataSources: {ds_0: {jdbcUrl: 'jdbc:postgresql://h:5432/a?sslkey=/etc/client.key&password='}}",
                "rules: [!READWRITE_SPLITTING {primary-check: {props: {w: 'http://h:8008/primary@site'}}}]"
            })
    void whatOnlyLooksLikeSecretsIsNone(String text) {
        assertThat(ConfigurationDocuments.plainSecrets(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# password: geheim",
                "#password: 'ge heim'",
                "#  - {username: u, password: geheim}",
                "# was jdbcUrl: jdbc:mysql://h/a?user=u&password=geheim",
                "# keys: '1:geheim'",
                "a: b # apiToken: geheim"
            })
    void secretsInCommentsAreHidden(String line) {
        String text = MODE + "props: # \ud83d\ude00 kept: yes\n  sql-show: 'true'\n  " + line + "\n" + RULES;
        assertThat(ConfigurationDocuments.stored(text))
                .doesNotContain("heim", "mode")
                .contains("kept: yes", "# ***\n", RULES)
                .satisfies(stored ->
                        assertThat(ConfigurationDocuments.stored(stored)).isEqualTo(stored))
                .satisfies(stored -> assertThat(ConfigurationDocuments.differences(text, stored))
                        .allMatch(each -> each.startsWith("mode.")));
        assertThat(ConfigurationDocuments.stored(SOURCES + "# password: $${P}\n"))
                .contains("# password: $${P}");
    }

    @Test
    void aPlaceholderElsewhereInAUrlHidesNoSecret() {
        assertThat(ConfigurationDocuments.plainSecrets(
                        "dataSources: {ds_0: {jdbcUrl: 'jdbc:mysql://$${HOST}/a?password=geheim'}}"))
                .hasSize(1);
        assertThat(ConfigurationDocuments.plainSecrets(
                        "dataSources: {ds_0: {jdbcUrl: 'jdbc:mysql://$${U}:$${P}@h/a'}}"))
                .isEmpty();
    }

    @Test
    void differencesAreToldKeyByKey() {
        assertThat(ConfigurationDocuments.differences(SOURCES + RULES, SOURCES + RULES))
                .isEmpty();
        assertThat(ConfigurationDocuments.differences(SOURCES + RULES, RULES + SOURCES))
                .as("in another order")
                .isEmpty();
        assertThat(ConfigurationDocuments.differences(SOURCES + "props: {a: 1, b: 2}", SOURCES + "props: {b: 3, c: 4}"))
                .containsExactly(
                        "props.a is local only",
                        "props.b is 2 locally and 3 in the registry",
                        "props.c is in the registry only");
    }
}
