package org.shardingjdbc.cli.internal.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.ConversionDrawing;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.rule.convert.ConversionVerdict;
import org.shardingjdbc.rule.convert.ConvertedKey;

/**
 * Configurations as users of ShardingSphere have them, from 4.0 to 5.5.4 ({@code src/test/resources/convert}). Beside
 * each stands what becomes of it ({@code .expected}). A comment {@code #< SQL} is run on what was converted; {@code #>
 * SQL => ds_1 t_order_0} says to which data node ShardingSphere would send a statement.
 */
class ConverterTest {
    @TempDir
    private Path folder;

    private static final Path FOLDER = Path.of("src", "test", "resources", "convert");
    private static final Path ACTUAL = Path.of("target", "convert");

    /** What needs classes of the user or types that nobody has here. */
    private static final Set<String> CANNOT_BE_OPENED =
            Set.of("4.0-classes.yaml", "5.1-encrypt-plain-read.yaml", "5.5-types-of-plugins.yaml");

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.filter(each -> !each.toString().endsWith(".expected"))
                    .sorted()
                    .toList();
        }
    }

    private static Conversion convert(Path file) throws IOException {
        return Converter.convert(Files.readString(file), String.valueOf(file.getFileName()));
    }

    @TestFactory
    Stream<DynamicTest> everyShapeIsConverted() throws IOException {
        List<Path> files = files();
        assertThat(files).hasSizeGreaterThanOrEqualTo(30);
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    Conversion conversion = convert(file);
                    String actual = conversion.result() + "----\n"
                            + String.join("\n", ConversionDrawing.of(conversion, Palette.PLAIN)) + "\n";
                    Path expected = FOLDER.resolve(file.getFileName() + ".expected");
                    Files.createDirectories(ACTUAL);
                    Files.writeString(ACTUAL.resolve(expected.getFileName()), actual);
                    assertThat(Files.exists(expected) ? Files.readString(expected) : "")
                            .as("cp sharding-cli/%s sharding-cli/%s", ACTUAL.resolve(expected.getFileName()), expected)
                            .isEqualTo(actual);
                }));
    }

    @Test
    void whatCannotBeOpenedSaysWhy() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path file : files()) {
            Conversion conversion = convert(file);
            if (!conversion.mistakes().isEmpty()) {
                names.add(file.getFileName().toString());
                assertThat(conversion.mistakes().get(0)).startsWith("SHD-3001");
                assertThat(conversion.isComplete()).isFalse();
                assertThat(conversion.count(ConversionVerdict.NOT_YET)).isPositive();
            }
        }
        assertThat(names).containsExactlyInAnyOrderElementsOf(CANNOT_BE_OPENED);
    }

    @TestFactory
    Stream<DynamicTest> resultsOpenAndRouteAsBefore() throws IOException {
        return files().stream()
                .filter(file -> !CANNOT_BE_OPENED.contains(file.getFileName().toString())
                        && !file.getFileName().toString().startsWith("spring-url"))
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> open(file)));
    }

    private void open(Path file) throws IOException, SQLException {
        // no registry is asked: the document counts as it stands
        Path yaml = Files.writeString(
                folder.resolve(file.getFileName() + ".yaml"), convert(file).result());
        try (OpenedDatabase database = OpenedDatabase.open(yaml, PlaceholderType.ENVIRONMENT, artifact -> artifact);
                Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("#< ")) {
                    statement.execute(line.substring(3));
                } else if (line.startsWith("#> ")) {
                    String[] parts = line.substring(3).split(" => ");
                    assertThat(places(statement, parts[0], parts[1])).as(line).isEqualTo(parts[1]);
                }
            }
        }
    }

    /** Data source and actual table, where the actual SQL has the expected table; else the whole of it. */
    private static String places(Statement statement, String sql, String expected) throws SQLException {
        String table = expected.substring(expected.indexOf(' ') + 1);
        StringBuilder places = new StringBuilder();
        try (ResultSet rows = statement.executeQuery("EXPLAIN SHARDING " + sql)) {
            while (rows.next()) {
                String actual = rows.getString("actual_sql");
                if (actual == null) {
                    // an operator above
                    continue;
                }
                boolean found = List.of(actual.split("[ (]")).contains(table);
                places.append(places.isEmpty() ? "" : ", ")
                        .append(rows.getString("data_source_name"))
                        .append(' ')
                        .append(found ? table : actual);
            }
        }
        return places.toString();
    }

    @Test
    void urlsAreConverted() {
        assertThat(result("jdbc:shardingsphere:classpath:x.yaml")).isEqualTo("jdbc:sharding:classpath:x.yaml");
        assertThat(result("jdbc:shardingsphere:absolutepath:/etc/x.yaml?placeholder-type=system_props"))
                .isEqualTo("jdbc:sharding:file:/etc/x.yaml?placeholder-type=system_props");
        assertThat(result("jdbc:shardingsphere:classpath-environment:x.yaml"))
                .isEqualTo("jdbc:sharding:classpath:x.yaml?placeholder-type=environment");
        assertThat(result("jdbc:shardingsphere:absolutepath-system-props:/x.yaml"))
                .isEqualTo("jdbc:sharding:file:/x.yaml?placeholder-type=system_props");
        Conversion apollo = Converter.convert("jdbc:shardingsphere:apollo:TEST", "URL");
        assertThat(apollo.isComplete()).isFalse();
        assertThat(apollo.keys().get(0).what()).contains("not from apollo");
        Conversion parameter = Converter.convert("jdbc:shardingsphere:classpath:x.yaml?a=b", "URL");
        assertThat(parameter.result()).isEqualTo("jdbc:sharding:classpath:x.yaml");
        assertThat(parameter.isComplete()).isFalse();
    }

    private static String result(String url) {
        Conversion conversion = Converter.convert(url, "URL");
        assertThat(conversion.isComplete()).isTrue();
        return conversion.result();
    }

    @Test
    void whatIsNoConfigurationSaysWhatIsExpected() {
        for (String text :
                List.of("", "a: b", "- a", "just a text", "spring:\n  datasource:\n    url: jdbc:h2:mem:x\n")) {
            assertThatThrownBy(() -> Converter.convert(text, "x.yaml"))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("x.yaml holds no configuration of ShardingSphere-JDBC");
        }
        assertThatThrownBy(() -> Converter.convert("a: [b", "x.yaml")).hasMessageContaining("x.yaml:1:6 is no YAML");
        assertThatThrownBy(() -> Converter.convert("rules: []\n---\nrules: []\n", "x.yaml"))
                .hasMessageContaining("2 documents");
    }

    @Test
    void noKeyIsPassedOverInSilence() throws IOException {
        String yaml = Files.readString(FOLDER.resolve("5.5-all.yaml"))
                        .replace("keyGeneratorName: snowflake", "keyGeneratorName: snowflake\n        colum: x")
                + "surplus: {a: 1}\n";
        Conversion conversion = Converter.convert(yaml, "x.yaml");
        assertThat(conversion.keys())
                .filteredOn(key -> key.verdict() == ConversionVerdict.NOT_YET)
                .extracting(ConvertedKey::path)
                .containsExactly("rules[0].tables.t_order.keyGenerateStrategy.colum", "surplus", "surplus.a");
        long lines = yaml.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .count();
        assertThat(conversion.keys().stream().map(ConvertedKey::line).distinct())
                .hasSize((int) lines);
    }
}
