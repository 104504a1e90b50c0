package org.shardingjdbc.parser.internal.print;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;

/** All SQL texts that the tests of this repository are made of, for each dialect that they are written for. */
final class SqlTexts {
    private static final Path REPOSITORY = Path.of("..");
    private static final Map<Dialect, List<String>> CORPUS = Map.of(
            Dialects.MYSQL, List.of("common", "mysql-family", "mysql"),
            Dialects.MARIADB, List.of("common", "mysql-family", "mariadb"),
            Dialects.POSTGRESQL, List.of("common", "postgresql"),
            Dialects.OPENGAUSS, List.of("common", "postgresql"),
            Dialects.H2, List.of("common", "h2"),
            Dialects.SQL92, List.of("common"));

    private SqlTexts() {}

    /** Those of the corpus, all of which the grammar knows. */
    static Set<String> corpus(Dialect dialect) {
        Set<String> texts = new LinkedHashSet<>();
        for (String file : CORPUS.get(dialect)) {
            Path path = Path.of("src/test/resources/corpus/" + file + ".sql");
            texts.addAll(statements(read(path)));
        }
        return texts;
    }

    /** Those beside a tree, of plan tests and of differential tests; some are of another dialect, or not understood. */
    static Set<String> others(Dialect dialect) {
        Set<String> texts = new LinkedHashSet<>();
        for (Path file : files("sharding-parser/src/test/resources/trees", ".txt")) {
            for (String line : read(file).lines().toList()) {
                String prefix = "[" + dialect.name() + "] ";
                if (line.startsWith(prefix)) {
                    texts.add(line.substring(prefix.length()));
                }
            }
        }
        List<Path> plans = new ArrayList<>(files("sharding-plan/src/test/resources/plans", ".plan"));
        plans.addAll(files("sharding-feature/src/test/resources/plans", ".plan"));
        for (Path file : plans) {
            if (isFor(file, dialect)) {
                blocks(read(file)).forEach(block -> addPlan(block, texts));
            }
        }
        for (Path file : files("sharding-jdbc-core/src/test/resources", ".cases")) {
            blocks(read(file)).forEach(block -> addCase(block, dialect, texts));
        }
        files("examples", ".sql").forEach(file -> texts.addAll(statements(read(file))));
        return texts;
    }

    private static List<String> statements(String script) {
        List<String> texts = new ArrayList<>();
        for (String statement : script.split(";\n")) {
            if (!statement.isBlank()) {
                texts.add(statement.strip());
            }
        }
        return texts;
    }

    /** A file without a dialect in its name is one that all read. */
    private static boolean isFor(Path file, Dialect dialect) {
        String name = file.getFileName().toString().toUpperCase(Locale.ROOT);
        boolean named = name.contains("." + dialect.name() + ".");
        return named || Dialects.all().stream().noneMatch(other -> name.contains("." + other.name() + "."));
    }

    private static List<List<String>> blocks(String text) {
        List<List<String>> blocks = new ArrayList<>();
        for (String block : text.split("\n\\s*\n")) {
            blocks.add(block.lines().toList());
        }
        return blocks;
    }

    /** Comments, the SQL, dashes, the plan. */
    private static void addPlan(List<String> block, Collection<String> texts) {
        int dashes = block.indexOf("----");
        if (dashes > 0) {
            add(block.subList(0, dashes), texts);
        }
    }

    /** Comments, directives behind dashes, the SQL. */
    private static void addCase(List<String> block, Dialect dialect, Collection<String> texts) {
        for (String line : block) {
            boolean others = line.startsWith("-- only:") && !line.contains(dialect.name());
            if (others || line.startsWith("-- not:") && line.contains(dialect.name())) {
                return;
            }
        }
        add(block, texts);
    }

    private static void add(List<String> lines, Collection<String> texts) {
        int first = 0;
        while (first < lines.size()
                && (lines.get(first).startsWith("#") || lines.get(first).startsWith("--"))) {
            first++;
        }
        if (first < lines.size()) {
            texts.add(String.join("\n", lines.subList(first, lines.size())).strip());
        }
    }

    private static List<Path> files(String folder, String ending) {
        try (Stream<Path> files = Files.walk(REPOSITORY.resolve(folder))) {
            return files.filter(file ->
                            file.toString().endsWith(ending) && !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
