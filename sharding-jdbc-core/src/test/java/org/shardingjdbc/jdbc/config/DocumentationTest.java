package org.shardingjdbc.jdbc.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.internal.document.ConfigKeys;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.internal.RuleProviders;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;
import org.shardingjdbc.rule.internal.key.KeyGenerators;

/** The pages name everything that the code reads. */
class DocumentationTest {
    private static final Map<String, Map<String, String>> EXAMPLES = Map.of(
            "MOD", Map.of("sharding-count", "4"),
            "HASH_MOD", Map.of("sharding-count", "4"),
            "HASH_SLOT", Map.of("sharding-count", "4"),
            "VOLUME_RANGE", Map.of("range-lower", "1", "range-upper", "9", "sharding-volume", "3"),
            "BOUNDARY_RANGE", Map.of("sharding-ranges", "1,2"),
            "AUTO_INTERVAL",
                    Map.of(
                            "datetime-lower", "2024-01-01 00:00:00",
                            "datetime-upper", "2024-02-01 00:00:00",
                            "sharding-seconds", "86400"),
            "INLINE", Map.of("algorithm-expression", "t"),
            "INTERVAL",
                    Map.of(
                            "datetime-pattern", "yyyy-MM-dd",
                            "datetime-lower", "2024-01-01",
                            "sharding-suffix-pattern", "yyyyMM"),
            "COMPLEX_INLINE", Map.of("algorithm-expression", "t"),
            "HINT_INLINE", Map.of());

    private static String page(String name) throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs").resolve(name))) {
            folder = folder.getParent();
        }
        assertThat(folder).as("a folder docs with " + name).isNotNull();
        return Files.readString(Objects.requireNonNull(folder).resolve("docs").resolve(name));
    }

    @Test
    void everyKeyIsExplained() throws IOException {
        String page = page("configuration.md");
        Map<String, List<String>> all = new TreeMap<>(ConfigKeys.all());
        all.put("props", PropKey.keys());
        RuleProviders.load().all().forEach(provider -> all.putAll(provider.keys()));
        all.forEach((map, keys) -> keys.forEach(key -> assertThat(page.contains("`" + key + "`")
                        || page.contains("`" + key + ":")
                        || page.contains("`" + key + ","))
                .as("docs/configuration.md explains '%s' of %s", key, map)
                .isTrue()));
        RuleProviders.load().tags().forEach(tag -> assertThat(page).contains("## `!" + tag + "`"));
        ConfigKeys.FEATURE_RULE_TAGS.forEach(tag -> assertThat(page).contains("`!" + tag + "`"));
    }

    @Test
    void everyPropHasItsDefaultThere() throws IOException {
        String page = page("configuration.md");
        for (PropKey prop : PropKey.values()) {
            if (!prop.isNeedless()) {
                String value = prop.defaultValue().isEmpty() ? "" : "`" + prop.defaultValue() + "` ";
                assertThat(page).contains("| `" + prop.key() + "` | " + value + "|");
            }
        }
    }

    @Test
    void everyAlgorithmAndItsPropertiesAreExplained() throws IOException {
        String page = page("sharding-algorithms.md");
        Algorithms algorithms = new Algorithms(List.of());
        for (String type : algorithms.types()) {
            assertThat(page).contains("### " + type + "\n");
            if (type.equals("CLASS_BASED")) {
                continue;
            }
            AlgorithmProperties properties = new AlgorithmProperties(requireNonNull(EXAMPLES.get(type)));
            algorithms.create(type, properties);
            String section = page.substring(page.indexOf("### " + type + "\n") + 5);
            String body = section.substring(0, section.indexOf("\n##"));
            properties.known().forEach(name -> assertThat(body).contains("`" + name + "`"));
        }
    }

    @Test
    void everyKeyGeneratorIsExplained() throws IOException {
        String page = page("configuration.md");
        KeyGenerators.load(() -> 0).types().forEach(type -> assertThat(page).contains("| `" + type + "` |"));
    }
}
