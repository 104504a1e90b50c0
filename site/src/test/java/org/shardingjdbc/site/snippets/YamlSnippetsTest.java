package org.shardingjdbc.site.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/**
 * The configurations of the pages, and the parts of some, have no mistakes. Those of Spring are run by the tests of the
 * examples and of the starter.
 */
class YamlSnippetsTest {

    static Stream<Snippet> snippets() throws IOException {
        return Snippet.all("yaml").stream().filter(snippet -> !isOfOthers(snippet));
    }

    /** Whether it is for Spring, or of ShardingSphere. */
    static boolean isOfOthers(Snippet snippet) {
        return snippet.page().equals("spring-boot")
                || snippet.text().lines().anyMatch(line -> line.startsWith("spring:") || line.equals("shardingRule:"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("snippets")
    void isRead(Snippet snippet) throws Exception {
        String document = Frame.around(snippet, standardFrame(snippet), ".yaml");
        System.setProperty("DB_PASSWORD", "secret");
        System.setProperty("REGISTRY_PASSWORD", "secret");
        assertThat(YamlConfigurations.parse(document, snippet.name(), PlaceholderType.SYSTEM_PROPS)
                        .dataSources())
                .isNotEmpty();
    }

    private static String standardFrame(Snippet snippet) {
        String text = snippet.text().stripLeading();
        if (text.startsWith("- !")) {
            return "rule.yaml";
        }
        return text.startsWith("transaction:") || text.startsWith("mode:") || text.startsWith("props:")
                ? "root.yaml"
                : null;
    }
}
