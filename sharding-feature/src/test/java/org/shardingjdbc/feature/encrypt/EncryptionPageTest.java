package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.DocsPage;
import org.shardingjdbc.feature.encrypt.backfill.BackfillOptions;
import org.shardingjdbc.feature.encrypt.backfill.BackfillResult;
import org.shardingjdbc.feature.encrypt.backfill.EncryptionBackfill;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The first configuration of docs/encryption.md, and the statements below it. */
class EncryptionPageTest {
    @Test
    void theShortestConfigurationWorks() throws Exception {
        DocsPage page = page();
        List<String> statements = page.statements();
        try (ShardingDataSource dataSource = page.open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(statements.get(0));
            assertThat(statement.executeUpdate(statements.get(1))).isEqualTo(1);
            try (ResultSet rows = statement.executeQuery(statements.get(2))) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("13800138000");
                assertThat(rows.next()).isFalse();
            }
        }
    }

    /** The states of a column and the Java below them: what stands on the page is what runs here. */
    @Test
    void theStepsFromPlainToEncryptedWork() throws Exception {
        String column = page().blockBehind("## Encrypting what is there", "yaml");
        String whole = """
                dataSources:
                  ds_0: {url: "jdbc:h2:mem:encryption_steps;DB_CLOSE_DELAY=-1"}
                rules:
                - !SINGLE
                  tables: ["*.*"]
                """;
        try (ShardingDataSource dataSource = open(whole)) {
            Rows.of(dataSource, "CREATE TABLE t_user (id INT PRIMARY KEY, phone VARCHAR(20) NOT NULL)");
            Rows.of(dataSource, "INSERT INTO t_user VALUES (1, '13800138000'), (2, '13800138001')");
            Rows.of(dataSource, "ALTER TABLE t_user ADD phone_cipher VARCHAR(200)");
            Rows.of(dataSource, "ALTER TABLE t_user ADD phone_digest CHAR(64)");
            dataSource.reconfigure(configuration(whole + rule(column)));
            assertThat(Rows.of(dataSource, "SELECT id FROM t_user WHERE phone = '13800138001'"))
                    .containsExactly("2");
            backfill(dataSource, encryption(whole + rule(column)));
            dataSource.reconfigure(configuration(whole + rule(column.replace("READ_PLAIN", "READ_CIPHER"))));
            assertThat(Rows.of(dataSource, "SELECT id, phone FROM t_user WHERE phone = '13800138001'"))
                    .containsExactly("2,13800138001");
            String last =
                    column.lines().filter(line -> !line.contains("plain:")).collect(Collectors.joining("\n"));
            dataSource.reconfigure(configuration(whole));
            Rows.of(dataSource, "ALTER TABLE t_user DROP COLUMN phone");
            dataSource.reconfigure(configuration(whole + rule(last)));
            Rows.of(dataSource, "INSERT INTO t_user (id, phone) VALUES (3, '13800138002')");
            assertThat(Rows.of(dataSource, "SELECT * FROM t_user WHERE phone <> '13800138001' ORDER BY id"))
                    .containsExactly("1,13800138000", "3,13800138002");
        }
    }

    private static void backfill(ShardingDataSource dataSource, EncryptRuleConfiguration encryption) throws Exception {
        Logger log = LoggerFactory.getLogger(EncryptionPageTest.class);
        // the page has these lines
        EncryptionBackfill backfill = new EncryptionBackfill(
                encryption, "t_user", new BackfillOptions(500, 10, progress -> log.info(progress.toString())));
        BackfillResult done = backfill.run(dataSource.dataSources(), dataSource.dataNodes("t_user"));
        BackfillResult check = backfill.check(dataSource.dataSources(), dataSource.dataNodes("t_user"));
        // up to here
        assertThat(done).isEqualTo(new BackfillResult(2, 2, 0, 0, List.of(), false));
        assertThat(check.isComplete()).isTrue();
        String source = Files.readString(Path.of("src", "test", "java")
                .resolve(EncryptionPageTest.class.getName().replace('.', '/') + ".java"));
        assertThat(source.replace(" ", "")).contains(page().block("java").replace(" ", ""));
    }

    private static String rule(String column) {
        return """
                - !ENCRYPT
                  tables:
                    t_user:
                      columns:
                %s
                  encryptors:
                    gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                    hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                """.formatted(column.stripTrailing().indent(8));
    }

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static ShardingConfiguration configuration(String yaml) {
        return YamlConfigurations.parse(yaml, "page", PlaceholderType.NONE);
    }

    private static EncryptRuleConfiguration encryption(String yaml) {
        return configuration(yaml).rules().stream()
                .filter(EncryptRuleConfiguration.class::isInstance)
                .map(EncryptRuleConfiguration.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static DocsPage page() throws IOException {
        return DocsPage.of("encryption.md");
    }
}
