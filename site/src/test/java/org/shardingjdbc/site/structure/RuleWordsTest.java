package org.shardingjdbc.site.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.site.Repository;

/**
 * What a rule tells its users is written where the rule is, and reaches the engine through the seam: no source of
 * whoever reads, plans, executes and answers names one by its tag ({@code !SHADOW}) or by its name in refusals. Files
 * that still do are listed in {@code rule-words.txt} with the number of such texts, which fits exactly, so that the
 * list gets shorter and nothing joins it.
 */
class RuleWordsTest {
    private static final Set<String> TAGS = Set.of(
            "SHADOW", "LIMITS", "MASK", "LOOKUP", "ENCRYPT", "BROADCAST", "SHARDING", "SINGLE", "READWRITE_SPLITTING");

    /** What {@code Rule.name} of ours answers. */
    private static final Set<String> NAMES =
            Set.of("Shadow", "Limits", "Masking", "Encryption", "Read-write splitting", "Audit");

    /** Those of the rules, of languages about them, and of the registry of errors. */
    private static final Set<String> FREE = Set.of(
            "sharding-rule",
            "sharding-feature",
            "sharding-distsql",
            "sharding-cli",
            "sharding-error",
            "sharding-shardingsphere",
            "sharding-jdbc-testkit");

    private static final SuspectTexts TEXTS = new SuspectTexts(RuleWordsTest::namesARule, FREE);

    private static boolean namesARule(String text) {
        return NAMES.contains(text) || TAGS.stream().anyMatch(tag -> text.equals(tag) || hasTag(text, tag));
    }

    /** With the mark, or in a list with others. */
    private static boolean hasTag(String text, String tag) {
        return text.contains("!" + tag) || text.contains("\"" + tag + "\"") || hasName(text);
    }

    /** Of a whole source. */
    private static boolean hasName(String text) {
        return NAMES.stream().anyMatch(name -> text.contains("\"" + name + "\""));
    }

    @Test
    void noRuleIsNamedOutsideOfIt() throws IOException {
        assertThat(TEXTS.count())
                .as("texts that name a rule; let the rule tell it, or lower the number in rule-words.txt")
                .isEqualTo(SuspectTexts.listed("/rule-words.txt"));
    }

    /** That one of the sides is a shadow is what rules say, and the module that has what rules say of themselves. */
    @Test
    void theEngineSpeaksOfSides() throws IOException {
        Path sources = Repository.folder().resolve(Path.of("sharding-engine", "src", "main", "java"));
        try (Stream<Path> all = Files.walk(sources)) {
            List<Path> files =
                    all.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(files).hasSizeGreaterThan(100);
            assertThat(files.stream().filter(RuleWordsTest::namesAShadow)).isEmpty();
        }
    }

    private static boolean namesAShadow(Path file) {
        try {
            return Files.readString(file).toLowerCase(Locale.ROOT).contains("shadow");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void textsCountAndCommentsDoNot() throws IOException {
        String text = """
                /** Of !SHADOW. */
                class C {
                    // configure !SHADOW
                    String advice = "configure !SHADOW, or leave it out";
                    String name = "Shadow";
                    String tag = "MASK";
                    String other = "what a mask shows, SHOW MASKS";
                }
                """;
        assertThat(TEXTS.count(URI.create("text:///C.java"), text)).isEqualTo(3);
    }
}
