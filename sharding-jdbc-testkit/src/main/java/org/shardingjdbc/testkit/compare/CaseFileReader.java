package org.shardingjdbc.testkit.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;

/** Reads the text of a {@link CaseFile}. Used once per file. */
final class CaseFileReader {
    private static final int TITLE_LENGTH = 100;

    private final String fileName;
    private final List<SqlCase> cases = new ArrayList<>();

    CaseFileReader(String fileName) {
        this.fileName = fileName;
    }

    /** @throws IllegalArgumentException that names the line of what it does not understand */
    List<SqlCase> read(String text) {
        String[] lines = text.split("\r?\n", -1);
        int start = 0;
        while (start < lines.length) {
            if (lines[start].isBlank()) {
                start++;
                continue;
            }
            int end = start;
            while (end < lines.length && !lines[end].isBlank()) {
                end++;
            }
            readBlock(lines, start, end);
            start = end;
        }
        return cases;
    }

    private void readBlock(String[] lines, int start, int end) {
        Block block = new Block(start + 1);
        int at = start;
        while (at < end && (lines[at].startsWith("#") || lines[at].startsWith("-- "))) {
            if (lines[at].startsWith("#")) {
                block.comment(lines[at].substring(1).strip());
            } else {
                block.header(lines[at].substring(3).strip(), at + 1);
            }
            at++;
        }
        String sql = String.join("\n", Arrays.asList(lines).subList(at, end)).strip();
        if (sql.endsWith(";")) {
            sql = sql.substring(0, sql.length() - 1).strip();
        }
        SqlCase sqlCase = block.finish(sql);
        if (sqlCase != null) {
            cases.add(sqlCase);
        }
    }

    private IllegalArgumentException malformed(int line, String problem) {
        return new IllegalArgumentException(fileName + ":" + line + ": " + problem);
    }

    /** What the headers of one block have said so far. */
    private final class Block {
        private final int line;
        private String title = "";
        private List<Object> parameters = List.of();
        private Set<DatabaseKind> kinds = EnumSet.allOf(DatabaseKind.class);
        private SqlCase.Expectation expectation;
        private RowOrder order;
        private List<String> tables = List.of();
        private final Set<SqlCase.Option> options = EnumSet.noneOf(SqlCase.Option.class);
        private String refusal = "";

        Block(int line) {
            this.line = line;
        }

        void comment(String text) {
            if (title.isEmpty()) {
                title = text;
            }
        }

        void header(String text, int at) {
            int colon = text.indexOf(':');
            String name = (colon < 0 ? text : text.substring(0, colon)).strip();
            String value = colon < 0 ? "" : text.substring(colon + 1).strip();
            switch (name) {
                case "ordered" -> order = new RowOrder.Ordered();
                case "bag" -> order = new RowOrder.Bag();
                case "by" -> order = new RowOrder.By(words(value));
                case "update" -> {
                    expectation = SqlCase.Expectation.UPDATE;
                    tables = words(value);
                }
                case "refused" -> {
                    expectation = SqlCase.Expectation.REFUSED;
                    refusal = value;
                }
                case "error" -> expectation = SqlCase.Expectation.BOTH_FAIL;
                case "begin", "commit", "rollback" ->
                    expectation = SqlCase.Expectation.valueOf(name.toUpperCase(Locale.ROOT));
                case "params" -> parameters = new ParameterList(value, problem -> malformed(at, problem)).read();
                case "only" -> kinds = kinds(value, at);
                case "not" -> kinds = EnumSet.complementOf(kinds(value, at));
                case "exact types" -> options.add(SqlCase.Option.EXACT_TYPES);
                case "any types" -> options.add(SqlCase.Option.ANY_TYPES);
                case "approximate" -> options.add(SqlCase.Option.APPROXIMATE);
                case "prepared" -> options.add(SqlCase.Option.PREPARED);
                case "keys" -> options.add(SqlCase.Option.KEYS);
                case "undo" -> options.add(SqlCase.Option.UNDO);
                case "newest" -> options.add(SqlCase.Option.NEWEST);
                case "as text" -> options.add(SqlCase.Option.AS_TEXT);
                default -> throw malformed(at, "unknown header: " + text);
            }
        }

        private List<String> words(String value) {
            List<String> words = new ArrayList<>();
            for (String word : value.split(",")) {
                if (!word.isBlank()) {
                    words.add(word.strip());
                }
            }
            return words;
        }

        private EnumSet<DatabaseKind> kinds(String value, int at) {
            EnumSet<DatabaseKind> named = EnumSet.noneOf(DatabaseKind.class);
            for (String word : words(value)) {
                try {
                    named.add(DatabaseKind.valueOf(word));
                } catch (IllegalArgumentException e) {
                    throw malformed(at, "unknown database " + word);
                }
            }
            return named;
        }

        /** Null for a block of nothing but comments. */
        SqlCase finish(String sql) {
            if (sql.isEmpty()) {
                return finishWithoutSql();
            }
            if (expectation == null) {
                expectation = SqlCase.Expectation.QUERY;
            }
            if (order == null) {
                boolean sorts = sql.toUpperCase(Locale.ROOT).contains("ORDER BY");
                order = sorts ? new RowOrder.Ordered() : new RowOrder.Bag();
            }
            return finish(sql, title.isEmpty() ? firstWords(sql) : title);
        }

        private SqlCase finishWithoutSql() {
            if (expectation == null && title.isEmpty()) {
                throw malformed(line, "headers without a statement");
            }
            if (expectation == null) {
                return null;
            }
            order = new RowOrder.Bag();
            return finish("", expectation.name().toLowerCase(Locale.ROOT));
        }

        private SqlCase finish(String sql, String name) {
            return new SqlCase(line, name, sql, parameters, kinds, expectation, order, tables, options, refusal);
        }

        private static String firstWords(String sql) {
            String oneLine = String.join(" ", sql.split("\\s+"));
            return oneLine.length() <= TITLE_LENGTH ? oneLine : oneLine.substring(0, TITLE_LENGTH) + "...";
        }
    }
}
