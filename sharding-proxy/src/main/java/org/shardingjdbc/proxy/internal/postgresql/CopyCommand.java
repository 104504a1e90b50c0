package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * What a COPY says. Immutable.
 *
 * @param table as written; empty where rows of a query are copied
 * @param schema of the table; empty where none is said
 * @param name of the table, without its schema
 * @param columns of the table, where some are named; else empty
 * @param query whose rows are copied; empty where those of a table are
 * @param from whether the client sends rows
 * @param place null for the client's side; else what is written there, which a server would open
 * @param condition whether there is a WHERE
 * @param options in their order
 */
record CopyCommand(
        String table,
        String schema,
        String name,
        List<Column> columns,
        String query,
        boolean from,
        @Nullable String place,
        boolean condition,
        List<Option> options) {
    CopyCommand {
        columns = List.copyOf(columns);
        options = List.copyOf(options);
    }

    /** @param written as it stands in the statement */
    record Column(String name, String written) {}

    /**
     * @param name in lower case, with underscores
     * @param value in one piece; null where none is said, and for columns
     * @param columns named by it; null where it is none about columns
     * @param all whether it is about all columns
     */
    record Option(
            String name, @Nullable String value, @Nullable List<String> columns, boolean all) {
        private static Option of(String name, @Nullable String value) {
            return new Option(name, value, null, false);
        }
    }

    /**
     * Null where the text is no COPY.
     *
     * @throws SQLException when it is one, and its words make no sense
     */
    static @Nullable CopyCommand of(String sql, Dialect dialect) throws SQLException {
        SqlWords words = new SqlWords(sql, dialect);
        if (!words.accept("COPY")) {
            return null;
        }
        return new Reader(sql, words).read();
    }

    private static final class Reader {
        private final String sql;
        private final SqlWords words;
        private final List<Option> options = new ArrayList<>();

        private Reader(String sql, SqlWords words) {
            this.sql = sql;
            this.words = words;
        }

        private CopyCommand read() throws SQLException {
            if (words.accept("BINARY")) {
                options.add(Option.of("format", "binary"));
            }
            String query = "";
            String table = "";
            String schema = "";
            String name = "";
            List<Column> columns = List.of();
            if (words.isNext("(")) {
                int[] inside = words.parentheses();
                query = sql.substring(inside[0], inside[1]);
            } else {
                int start = words.start();
                name = words.name();
                while (words.accept(".")) {
                    schema = name;
                    name = words.name();
                }
                table = sql.substring(start, words.stop());
                columns = words.isNext("(") ? columns() : List.of();
            }
            boolean from = query.isEmpty() && words.accept("FROM");
            if (!from) {
                words.require("TO");
            }
            String place = place();
            if (words.accept("USING", "DELIMITERS") || words.accept("DELIMITERS")) {
                options.add(Option.of("delimiter", words.string()));
            }
            words.accept("WITH");
            if (words.isNext("(")) {
                newOptions();
            } else {
                oldOptions();
            }
            boolean condition = words.isNext("WHERE");
            if (!condition) {
                words.end();
            }
            return new CopyCommand(table, schema, name, columns, query, from, place, condition, options);
        }

        private List<Column> columns() throws SQLException {
            List<Column> columns = new ArrayList<>();
            words.require("(");
            do {
                int start = words.start();
                String name = words.name();
                columns.add(new Column(name, sql.substring(start, words.stop())));
            } while (words.accept(","));
            words.require(")");
            return columns;
        }

        private @Nullable String place() throws SQLException {
            if (words.accept("STDIN") || words.accept("STDOUT")) {
                return null;
            }
            if (words.accept("PROGRAM")) {
                words.string();
                return "a program";
            }
            words.string();
            return "a file of the server";
        }

        private void newOptions() throws SQLException {
            words.require("(");
            do {
                String name = words.word();
                if (words.isNext("(")) {
                    options.add(new Option(name, null, names(columns()), false));
                } else if (words.accept("*")) {
                    options.add(new Option(name, null, List.of(), true));
                } else if (words.isNext(",") || words.isNext(")")) {
                    options.add(Option.of(name, null));
                } else if (words.isString()) {
                    options.add(Option.of(name, words.string()));
                } else {
                    options.add(Option.of(name, words.isNumber() ? String.valueOf(words.number()) : words.name()));
                }
            } while (words.accept(","));
            words.require(")");
        }

        private static List<String> names(List<Column> columns) {
            return columns.stream().map(Column::name).toList();
        }

        /** Those of the time before options stood in parentheses. */
        private void oldOptions() throws SQLException {
            while (words.hasMore() && !words.isNext("WHERE")) {
                if (words.accept("FORCE", "NOT", "NULL")) {
                    options.add(listed("force_not_null"));
                } else if (words.accept("FORCE", "NULL")) {
                    options.add(listed("force_null"));
                } else if (words.accept("FORCE", "QUOTE")) {
                    options.add(listed("force_quote"));
                } else {
                    oldOption(words.word());
                }
            }
        }

        private void oldOption(String name) throws SQLException {
            switch (name) {
                case "binary", "csv" -> options.add(Option.of("format", name));
                case "freeze", "header" -> options.add(Option.of(name, null));
                case "delimiter", "null", "quote", "escape" -> {
                    words.accept("AS");
                    options.add(Option.of(name, words.string()));
                }
                case "encoding" -> options.add(Option.of(name, words.string()));
                default ->
                    throw new SQLException(
                            "syntax error at or near \"" + name.toUpperCase(Locale.ROOT) + "\"", "42601");
            }
        }

        private Option listed(String name) throws SQLException {
            if (words.accept("*")) {
                return new Option(name, null, List.of(), true);
            }
            List<String> names = new ArrayList<>();
            do {
                names.add(words.name());
            } while (words.accept(","));
            return new Option(name, null, names, false);
        }
    }

    /** @throws SQLException when it copies what, or to where, this server does not */
    void requireSupported() throws SQLException {
        if (place != null) {
            throw SqlErrors.refuse(
                    "COPY " + (from ? "FROM " : "TO ") + place,
                    "use STDIN or STDOUT, as \\copy of psql does; what the server's machine has is none of the client's");
        }
        if (condition) {
            throw SqlErrors.refuse("COPY with WHERE", "leave out the rows before they are sent");
        }
    }
}
