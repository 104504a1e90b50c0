package org.shardingjdbc.site.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.site.Repository;

/**
 * SQL, output, commands and the YAML of Spring stand on a page only where a test runs that page: a page that gets the
 * first such snippet fails here until its test is named.
 */
class HeldSnippetsTest {
    private static final Map<String, String> TESTS = Map.ofEntries(
            Map.entry(
                    "advise",
                    "sharding-cli/src/test/java/org/shardingjdbc/cli/internal/command/CommandLinePageTest.java"),
            Map.entry(
                    "check",
                    "sharding-cli/src/test/java/org/shardingjdbc/cli/internal/command/CommandLinePageTest.java"),
            Map.entry("configuration", "site/src/test/java/org/shardingjdbc/site/snippets/RunSnippetsTest.java"),
            Map.entry("transactions", "site/src/test/java/org/shardingjdbc/site/snippets/RunSnippetsTest.java"),
            Map.entry(
                    "command-line",
                    "sharding-cli/src/test/java/org/shardingjdbc/cli/internal/command/CommandLinePageTest.java"),
            Map.entry(
                    "README",
                    "sharding-shardingsphere/src/test/java/org/shardingjdbc/shardingsphere/ReadmeStatementTest.java"),
            Map.entry(
                    "encryption",
                    "sharding-feature/src/test/java/org/shardingjdbc/feature/encrypt/EncryptionPageTest.java"),
            Map.entry("lookup", "sharding-feature/src/test/java/org/shardingjdbc/feature/lookup/LookUpPageTest.java"),
            Map.entry("limits", "sharding-feature/src/test/java/org/shardingjdbc/feature/limits/LimitsPageTest.java"),
            Map.entry("masking", "sharding-feature/src/test/java/org/shardingjdbc/feature/mask/MaskingPageTest.java"),
            Map.entry(
                    "readwrite-splitting",
                    "sharding-feature/src/test/java/org/shardingjdbc/feature/readwrite/ReadwritePageTest.java"),
            Map.entry("shadow", "sharding-feature/src/test/java/org/shardingjdbc/feature/shadow/ShadowPageTest.java"),
            Map.entry(
                    "getting-started",
                    "examples/quickstart/src/test/java/org/shardingjdbc/examples/quickstart/GettingStartedTest.java"),
            Map.entry(
                    "sharding-key",
                    "examples/quickstart/src/test/java/org/shardingjdbc/examples/quickstart/ShardingKeyPageTest.java"),
            Map.entry(
                    "moving-from-shardingsphere",
                    "sharding-cli/src/test/java/org/shardingjdbc/cli/internal/command/MovingPageTest.java"),
            Map.entry(
                    "proxy", "sharding-cli/src/test/java/org/shardingjdbc/cli/internal/command/ServeCommandTest.java"),
            Map.entry(
                    "scaling",
                    "sharding-cli/src/test/java/org/shardingjdbc/cli/internal/command/ReshardCommandTest.java"),
            Map.entry(
                    "spring-boot",
                    "sharding-spring-boot/matrix/src/test/java/org/shardingjdbc/spring/matrix/SpringBootPageTest.java"),
            Map.entry(
                    "governance",
                    "examples/governance/src/test/java/org/shardingjdbc/examples/governance/ThreeInstancesTest.java"),
            Map.entry(
                    "distsql", "sharding-distsql/src/test/java/org/shardingjdbc/distsql/internal/DistSqlPageTest.java"),
            Map.entry(
                    "frameworks",
                    "examples/batch-quartz/src/test/java/org/shardingjdbc/examples/batch/BatchApplicationTest.java"),
            Map.entry(
                    "jpa",
                    "examples/spring-data-jpa/src/test/java/org/shardingjdbc/examples/jpa/ShopApplicationTest.java"),
            Map.entry(
                    "mybatis", "examples/mybatis/src/test/java/org/shardingjdbc/examples/mybatis/MyBatisShopTest.java"),
            Map.entry(
                    "migrations",
                    "examples/migrations/src/test/java/org/shardingjdbc/examples/migrations/MigrationsTest.java"));

    static Stream<String> pages() throws IOException {
        return Snippet.all().stream()
                .filter(HeldSnippetsTest::isRunByItsPage)
                .map(Snippet::page)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream();
    }

    private static boolean isRunByItsPage(Snippet snippet) {
        return switch (snippet.language()) {
            case "java", "xml", "" -> false;
            case "yaml" -> YamlSnippetsTest.isOfOthers(snippet);
            default -> true;
        };
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aTestRunsThePage(String page) throws IOException {
        assertThat(TESTS).as("the test that runs the snippets of %s.md", page).containsKey(page);
        Path test = Repository.folder().resolve(TESTS.get(page));
        assertThat(Files.readString(test)).containsPattern("[\"/]" + page + "\\.md\"");
    }
}
