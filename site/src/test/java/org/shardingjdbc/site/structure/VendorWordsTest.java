package org.shardingjdbc.site.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What only one database calls so is written in {@code sharding-dialect}, where a facet answers for it: no other source
 * for users has such a word in a text. Files that still do are listed in {@code vendor-words.txt} with the number of
 * such texts, which fits exactly, so that the list gets shorter and nothing joins it.
 */
class VendorWordsTest {
    /** In small letters. */
    private static final List<String> WORDS = List.of(
            "pg_",
            "@@",
            "information_schema",
            "last_insert_id",
            "auto_increment_increment",
            "42p01",
            "42s02",
            "42s03",
            "42s04");

    /**
     * Where databases are told apart: the dialects, what moves rows by their logs, what speaks their protocols, and
     * what starts servers for tests.
     */
    private static final Set<String> FREE =
            Set.of("sharding-dialect", "sharding-scaling", "sharding-proxy", "sharding-jdbc-testkit");

    private static final SuspectTexts TEXTS = new SuspectTexts(VendorWordsTest::isSuspect, FREE);

    @Test
    void whatOneDatabaseCallsSoIsWrittenInItsDialect() throws IOException {
        assertThat(TEXTS.count())
                .as("texts with words of one database; ask a facet, or lower the number in vendor-words.txt")
                .isEqualTo(SuspectTexts.listed("/vendor-words.txt"));
    }

    @Test
    void textsCountAndCommentsDoNot() throws IOException {
        String text = """
                /** Of pg_class. */
                class C {
                    // SELECT @@x
                    String word = "SELECT * FROM PG_CLASS";
                    String block = \"""
                            SELECT LAST_INSERT_ID()
                            \""";
                    String other = "SELECT 1";
                }
                """;
        assertThat(TEXTS.count(URI.create("text:///C.java"), text)).isEqualTo(2);
    }

    private static boolean isSuspect(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(small::contains);
    }
}
