package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleProvider;

/** The table of contributions in docs/rules.md has each method of the seam, and no other. */
class RulesPageTest {
    private static String table() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs/rules.md"))) {
            folder = folder.getParent();
        }
        String page = Files.readString(folder.resolve("docs/rules.md"));
        int start = page.indexOf("| contribution | where | asked |");
        return page.substring(start, page.indexOf("\n\n", start));
    }

    /** Those that the second column names, such as {@code Rule.columns}. */
    private static Set<String> told(String type) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : table().split("\n")) {
            for (String word : line.split("\\|")[2].split("`")) {
                if (word.startsWith(type + ".")) {
                    names.add(word.substring(type.length() + 1));
                }
            }
        }
        return names;
    }

    private static Set<String> methods(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())
                    && !method.isSynthetic()) {
                names.add(method.getName());
            }
        }
        return names;
    }

    @Test
    void eachContributionIsInTheTable() throws IOException {
        assertThat(told("Rule")).isEqualTo(methods(Rule.class));
        assertThat(told("RuleProvider")).isEqualTo(methods(RuleProvider.class));
        assertThat(told("RuleSetup")).containsExactly("place");
    }
}
