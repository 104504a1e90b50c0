package org.shardingjdbc.site.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.site.Repository;

/** The Java of the pages compiles, or is part of a source that does. */
class JavaSnippetsTest {
    /** The types of that file are called so by the compiler's rules. */
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^public (?:final )?(?:class|interface|record) (\\w+)");

    /** Snippets that leave out lines of a source. */
    private static final Map<String, String> PARTS = Map.of(
            "dialects-1",
            "sharding-jdbc-core/src/test/java/org/shardingjdbc/jdbc/sqlite/SqliteDialect.java",
            "spring-boot-1",
            "sharding-spring-boot/matrix/src/test/java/org/shardingjdbc/spring/matrix/Archive.java",
            "spring-boot-2",
            "sharding-spring-boot/matrix/src/test/java/org/shardingjdbc/spring/matrix/Archive.java",
            "spring-boot-3",
            "sharding-spring-boot/matrix/src/test/java/org/shardingjdbc/spring/matrix/Archive.java",
            "jpa-1",
            "examples/spring-data-jpa/src/main/java/org/shardingjdbc/examples/jpa/Order.java",
            "jpa-2",
            "examples/spring-data-jpa-boot-4/src/main/java/org/shardingjdbc/examples/boot4/Booking.java");

    @TempDir
    private Path output;

    static Stream<Snippet> snippets() throws IOException {
        return Snippet.all("java").stream().filter(snippet -> !PARTS.containsKey(snippet.name()));
    }

    static Stream<Snippet> parts() throws IOException {
        return Snippet.all("java").stream().filter(snippet -> PARTS.containsKey(snippet.name()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parts")
    void isPartOfASource(Snippet snippet) throws IOException {
        String source = condensed(Files.readString(Repository.folder().resolve(PARTS.get(snippet.name()))));
        int from = 0;
        for (String line : snippet.text().lines().toList()) {
            String part = condensed(line);
            if (!part.startsWith("//")) {
                int found = source.indexOf(part, from);
                assertThat(found)
                        .as("'%s' in %s", line, PARTS.get(snippet.name()))
                        .isNotNegative();
                from = found + part.length();
            }
        }
    }

    /** Without the blanks and lines that the formatter decides about. */
    private static String condensed(String source) {
        return source.replaceAll("\\s+", "");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("snippets")
    void compiles(Snippet snippet) throws IOException {
        boolean whole = snippet.text().startsWith("package ") || snippet.text().startsWith("import ");
        String source = whole ? snippet.text() : Frame.around(snippet, standardFrame(snippet), ".java.txt");
        assertThat(mistakes(source)).as(source).isEmpty();
    }

    private static String standardFrame(Snippet snippet) {
        return PUBLIC_TYPE.matcher(snippet.text()).find() ? "type.java.txt" : "statements.java.txt";
    }

    private List<String> mistakes(String source) {
        Matcher type = PUBLIC_TYPE.matcher(source);
        String name = type.find() ? type.group(1) : "Snippet";
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options =
                List.of("-proc:none", "-d", output.toString(), "-classpath", System.getProperty("java.class.path"));
        boolean done = compiler.getTask(null, null, found, options, null, List.of(file))
                .call();
        List<String> mistakes = found.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getLineNumber() + ": " + diagnostic.getMessage(Locale.ROOT))
                .collect(Collectors.toList());
        assertThat(done).isEqualTo(mistakes.isEmpty());
        return mistakes;
    }
}
