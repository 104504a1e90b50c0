package org.shardingjdbc.plan.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;

/** The SQL texts of other tests than of plans: of the parser's corpus, and of the differential ones. */
final class OtherTexts {
    private static final Path CORPUS = Path.of("../sharding-parser/src/test/resources/corpus");
    private static final Path CASES = Path.of("../sharding-jdbc-core/src/test/resources/org/shardingjdbc/jdbc");
    private static final Map<Dialect, List<String>> FILES = Map.of(
            Dialects.MYSQL, List.of("common", "mysql-family", "mysql"),
            Dialects.MARIADB, List.of("common", "mysql-family", "mariadb"),
            Dialects.POSTGRESQL, List.of("common", "postgresql"),
            Dialects.OPENGAUSS, List.of("common", "postgresql"),
            Dialects.H2, List.of("common", "h2"),
            Dialects.SQL92, List.of("common"));

    private OtherTexts() {}

    /** Those for a dialect; differential ones for those of databases that these tests run on. */
    static List<String> of(Dialect dialect) throws IOException {
        Set<String> texts = new LinkedHashSet<>();
        for (String file : FILES.get(dialect)) {
            for (String statement :
                    Files.readString(CORPUS.resolve(file + ".sql")).split(";\n")) {
                texts.add(statement.strip());
            }
        }
        if (dialect != Dialects.SQL92 && dialect != Dialects.OPENGAUSS) {
            try (Stream<Path> files = Files.walk(CASES)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".cases"))
                        .sorted()
                        .toList()) {
                    String[] blocks = Files.readString(file).split("\n\\s*\n");
                    for (int i = 0; i < blocks.length; i++) {
                        if (isFor(dialect, i)) {
                            texts.add(statement(blocks[i], dialect));
                        }
                    }
                }
            }
        }
        texts.remove("");
        return new ArrayList<>(texts);
    }

    /** MySQL and MariaDB, which are planned much alike, share them. */
    private static boolean isFor(Dialect dialect, int number) {
        return number % 2 == 0 ? dialect != Dialects.MYSQL : dialect != Dialects.MARIADB;
    }

    /** The statement behind comments and directives; empty where it is for other dialects. */
    private static String statement(String block, Dialect dialect) {
        List<String> lines = new ArrayList<>(block.lines().toList());
        while (!lines.isEmpty() && (lines.get(0).startsWith("#") || lines.get(0).startsWith("--"))) {
            String line = lines.remove(0);
            boolean others = line.startsWith("-- only:") && !line.contains(dialect.name());
            if (others || line.startsWith("-- not:") && line.contains(dialect.name())) {
                return "";
            }
        }
        return String.join("\n", lines).strip();
    }
}
