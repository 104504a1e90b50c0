package org.shardingjdbc.site.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What a rule tells its users is written where the rule is, and reaches the engine through the seam: no source of
 * whoever reads, plans, executes and answers names one by its tag ({@code !SHADOW}) or by its name in refusals. Files
 * that still do are listed in {@code rule-words.txt} with the number of such texts, which fits exactly, so that the
 * list gets shorter and nothing joins it.
 */
class RuleWordsTest {
    private static final Set<String> TAGS =
            Set.of("SHADOW", "LIMITS", "MASK", "ENCRYPT", "BROADCAST", "SHARDING", "SINGLE", "READWRITE_SPLITTING");

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
