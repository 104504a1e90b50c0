package org.shardingjdbc.site.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.site.Repository;

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

    /** Where databases are told apart: the dialects, and what starts servers for tests. */
    private static final Set<String> FREE = Set.of("sharding-dialect", "sharding-jdbc-testkit");

    @Test
    void whatOneDatabaseCallsSoIsWrittenInItsDialect() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        Path project = Repository.folder();
        for (Path file : sources(project)) {
            String text = Files.readString(file);
            int words = isSuspect(text) ? words(source(file.toUri(), text)) : 0;
            if (words > 0) {
                found.put(project.relativize(file).toString(), words);
            }
        }
        assertThat(found)
                .as("texts with words of one database; ask a facet, or lower the number in vendor-words.txt")
                .isEqualTo(debts());
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
        assertThat(words(source(URI.create("text:///C.java"), text))).isEqualTo(2);
    }

    private static List<Path> sources(Path project) throws IOException {
        // some modules stand in a folder
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> {
                        String place = project.relativize(file).toString();
                        return place.startsWith("sharding-")
                                && place.contains("/src/main/java/")
                                && !FREE.contains(place.substring(0, place.indexOf('/')));
                    })
                    .toList();
        }
    }

    private static int words(JavaFileObject source) throws IOException {
        return (int) TextLiterals.of(source).stream()
                .filter(VendorWordsTest::isSuspect)
                .count();
    }

    private static boolean isSuspect(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(small::contains);
    }

    private static JavaFileObject source(URI uri, String text) {
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    private static Map<String, Integer> debts() throws IOException {
        Map<String, Integer> debts = new TreeMap<>();
        try (InputStream lines = VendorWordsTest.class.getResourceAsStream("/vendor-words.txt")) {
            new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> debts.put(
                            line.substring(0, line.lastIndexOf(' ')),
                            Integer.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
        }
        return debts;
    }
}
