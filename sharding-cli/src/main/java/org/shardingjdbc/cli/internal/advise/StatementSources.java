package org.shardingjdbc.cli.internal.advise;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.advise.AdviceReport.FoundStatement;
import org.shardingjdbc.cli.internal.advise.AdviceReport.Place;
import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;
import org.shardingjdbc.cli.internal.text.StatementText;
import org.shardingjdbc.dialect.internal.Dialect;

/**
 * Collects the statements of texts and files, each once with how often it is there: files of SQL, mapper files of
 * MyBatis (ending in {@code .xml}), and logs of databases. Not thread-safe.
 */
public final class StatementSources {
    /** Of so many lines the kind of a log is found. */
    private static final int FIRST_LINES = 5;

    private final Dialect dialect;
    private final @Nullable LogKind log;
    private final LogShapes shapes;

    /** By the text, or by what texts of logs have in common. */
    private final Map<Object, FoundStatement> found = new LinkedHashMap<>();

    private final List<FoundStatement> notJudged = new ArrayList<>();

    /**
     * @param dialect how the databases read SQL
     * @param log what all files but mappers are; null when the first lines of each are to tell
     */
    public StatementSources(Dialect dialect, @Nullable LogKind log) {
        this.dialect = dialect;
        this.log = log;
        this.shapes = new LogShapes(dialect);
    }

    /** Takes the statements of a text, divided by semicolons. */
    public void text(String text) {
        text(text, null);
    }

    /**
     * Takes the statements of a file.
     *
     * @param name what the report calls it
     * @throws IOException when it cannot be read or is not what it should be; it names the file, and the line if it is
     *     one line's fault
     */
    public void file(Path file, String name) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no file " + name + ". Name files of SQL, mapper files or logs.");
        }
        if (name.endsWith(".xml")) {
            mapper(file, name);
            return;
        }
        LogKind kind = log == null ? LogKind.of(firstLines(file)) : log;
        if (kind != null) {
            log(file, name, kind);
            return;
        }
        try {
            text(Files.readString(file), name);
        } catch (CharacterCodingException e) {
            throw new IOException("The file " + name + " is not written in UTF-8. Save it so.", e);
        }
    }

    /** The statements, in the order in which they were found. */
    public List<FoundStatement> found() {
        return List.copyOf(found.values());
    }

    /** Statements of mappers of which a part is put in at run time. */
    public List<FoundStatement> notJudged() {
        return List.copyOf(notJudged);
    }

    private void add(Object key, FoundStatement statement) {
        found.merge(key, statement, (before, again) -> before.again(again.times()));
    }

    private void text(String text, @Nullable String name) {
        int line = 1;
        int at = 0;
        for (StatementText each : StatementText.all(text, dialect)) {
            line += lineEnds(text, at, each.start());
            at = each.start();
            add(each.sql(), new FoundStatement(each.sql(), 1, name == null ? null : new Place(name, line)));
        }
    }

    private static int lineEnds(String text, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            if (text.charAt(i) == '\n') {
                count++;
            }
        }
        return count;
    }

    private void mapper(Path file, String name) throws IOException {
        for (MapperFile.MapperStatement each : MapperFile.read(file, name)) {
            FoundStatement statement = new FoundStatement(each.sql(), 1, new Place(name, each.line()));
            if (MapperFile.isWhole(each.sql())) {
                add(each.sql(), statement);
            } else {
                notJudged.add(statement);
            }
        }
    }

    private static List<String> firstLines(Path file) throws IOException {
        try (BufferedReader reader = lenient(file)) {
            return reader.lines().limit(FIRST_LINES).toList();
        }
    }

    private void log(Path file, String name, LogKind kind) throws IOException {
        LogStatements logged = new LogStatements(name);
        LogReader reader = kind.reader(logged);
        try (BufferedReader lines = lenient(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.line(line, ++number);
            }
        }
        reader.end();
        if (!logged.any) {
            throw new IOException("The log " + name + " has no statement: no line of it is " + kind.expected() + ".");
        }
    }

    /** Logs hold bytes of values that are no characters. */
    private static BufferedReader lenient(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
    }

    /** What the log of one file tells. */
    private final class LogStatements implements LogEntries {
        private final String name;
        private boolean any;

        LogStatements(String name) {
            this.name = name;
        }

        @Override
        public void executed(String sql, int line) {
            for (StatementText each : StatementText.all(sql, dialect)) {
                add(shapes.of(each.sql()), each.sql(), 1, line);
            }
        }

        @Override
        public void prepared(String sql, int line) {
            shapes.prepared(sql);
            add(shapes.withShortLists(sql), sql, 0, line);
        }

        @Override
        public void executedPrepared(String sql, int line) {
            String prepared = shapes.preparedOf(sql);
            if (prepared == null) {
                executed(sql, line);
            } else {
                add(shapes.withShortLists(prepared), prepared, 1, line);
            }
        }

        @Override
        public void executedNumbered(String sql, int line) {
            executed(shapes.withPlaceholders(sql), line);
        }

        private void add(Object key, String sql, int times, int line) {
            any = true;
            StatementSources.this.add(key, new FoundStatement(sql, times, new Place(name, line)));
        }
    }
}
