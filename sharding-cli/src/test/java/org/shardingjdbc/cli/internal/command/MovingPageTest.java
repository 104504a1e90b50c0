package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.convert.Converter;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;

/** What {@code docs/moving-from-shardingsphere.md} shows is what happens. */
class MovingPageTest {
    private static final Path PAGE = Path.of("..", "docs", "moving-from-shardingsphere.md");

    @TempDir
    Path folder;

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    @Test
    void theExampleIsConvertedAsShown() throws IOException, SQLException {
        Path config = folder.resolve("config.yaml");
        Files.writeString(config, blocks("yaml").get(0));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Output output = new Output(new PrintWriter(out), new PrintWriter(err), Palette.PLAIN, Palette.PLAIN, 0, false);
        assertThat(RootCommand.run(output, "convert", config.toString())).isEqualTo(ExitCode.DONE);
        assertThat("$ sharding convert config.yaml\n" + out)
                .isEqualTo(blocks("console").get(0));
        assertThat(err.toString()).isEqualTo(blocks("text").get(0));
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        new ByteArrayInputStream(out.toString().getBytes(StandardCharsets.UTF_8)),
                        PlaceholderType.NONE);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT)");
            statement.execute("INSERT INTO t_order (user_id) VALUES (1), (2)");
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(DISTINCT order_id) FROM t_order")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(2);
            }
        }
    }

    @Test
    void urlsAreThoseOfTheConverter() throws IOException {
        List<MatchResult> rows = Pattern.compile("\\| `(jdbc:shardingsphere:[^`]*)` \\| `([^`]*)` \\|")
                .matcher(Files.readString(PAGE))
                .results()
                .toList();
        assertThat(rows).hasSize(3);
        for (MatchResult row : rows) {
            assertThat(Converter.convert(row.group(1), "URL").result()).isEqualTo(row.group(2));
        }
    }

    @Test
    void artifactsAreThoseOfTheBillOfMaterials() throws IOException {
        String bill = Files.readString(Path.of("..", "sharding-jdbc-bom", "pom.xml"));
        String page = Files.readString(PAGE);
        for (String artifact : List.of(
                "sharding-jdbc-core",
                "sharding-feature",
                "sharding-transaction-xa",
                "sharding-transaction-base",
                "sharding-shardingsphere",
                "sharding-jdbc-spring-boot-starter")) {
            assertThat(page).contains(artifact);
            assertThat(bill).contains("<artifactId>" + artifact + "</artifactId>");
        }
    }

    @Test
    void theEncryptorIsWhatTheConverterWrites() throws IOException {
        String block = blocks("yaml").get(1);
        String old =
                "dataSources:\n  ds:\n    jdbcUrl: jdbc:h2:mem:x\nrules:\n- !ENCRYPT\n  tables:\n    t:\n      columns:\n"
                        + "        c: {cipherColumn: c, encryptorName: aes}\n  "
                        + block.replace(", digest-algorithm-name: SHA-1", "").replace("\n", "\n  ");
        assertThat(block).contains("aes-key-value: 123456abc, digest-algorithm-name: SHA-1");
        assertThat(Converter.convert(old, "x.yaml").result())
                .contains("aes-key-value: 123456abc\n        digest-algorithm-name: SHA-1");
    }
}
