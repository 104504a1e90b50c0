package org.shardingjdbc.parser.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;

/** The statements of {@code src/test/resources/corpus}: each ends with a semicolon at the end of a line. */
final class Corpus {
    private static final Map<Dialect, List<String>> FILES = Map.of(
            Dialects.MYSQL, List.of("common", "mysql-family", "mysql"),
            Dialects.MARIADB, List.of("common", "mysql-family", "mariadb"),
            Dialects.POSTGRESQL, List.of("common", "postgresql"),
            Dialects.OPENGAUSS, List.of("common", "postgresql"),
            Dialects.H2, List.of("common", "h2"),
            Dialects.SQL92, List.of("common"));

    private Corpus() {}

    static List<String> statements(Dialect dialect) {
        List<String> statements = new ArrayList<>();
        for (String file : FILES.get(dialect)) {
            for (String statement : read("/corpus/" + file + ".sql").split(";\n")) {
                if (!statement.isBlank()) {
                    statements.add(statement.strip());
                }
            }
        }
        return statements;
    }

    static String read(String resource) {
        try (InputStream stream = Corpus.class.getResourceAsStream(resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
