package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * How rows of a COPY are written. Immutable.
 *
 * @param nullText what stands for NULL
 * @param header whether the first line has the names of the columns
 * @param matchingHeader whether they must be those
 * @param forceQuote columns whose values are all quoted
 * @param forceNotNull columns of which what stands for NULL is a text
 * @param forceNull columns of which what stands for NULL is NULL though it is quoted
 */
record CopyOptions(
        Format format,
        byte delimiter,
        String nullText,
        boolean header,
        boolean matchingHeader,
        byte quote,
        byte escape,
        Columns forceQuote,
        Columns forceNotNull,
        Columns forceNull) {

    /** How a row becomes bytes. */
    enum Format {
        TEXT,
        CSV,
        BINARY
    }

    /** Some columns, or all. */
    record Columns(List<String> names, boolean all) {
        private static final Columns NONE = new Columns(List.of(), false);

        private boolean isEmpty() {
            return names.isEmpty() && !all;
        }

        boolean contains(String column) {
            return all || names.contains(column);
        }
    }

    private static final String SYNTAX = "42601";
    private static final String VALUE = "22023";
    private static final String FEATURE = "0A000";
    private static final String IN_LETTERS = "\\.abcdefghijklmnopqrstuvwxyz0123456789";

    /** @throws SQLException when they do not go together, or are not supported */
    static CopyOptions of(CopyCommand command) throws SQLException {
        Reading reading = new Reading();
        Set<String> seen = new HashSet<>();
        for (CopyCommand.Option each : command.options()) {
            if (!seen.add(each.name())) {
                throw new SQLException("conflicting or redundant options", SYNTAX);
            }
            reading.take(each, command.from());
        }
        return reading.options(command.from());
    }

    boolean isBinary() {
        return format == Format.BINARY;
    }

    private static final class Reading {
        private Format format = Format.TEXT;
        private @Nullable String delimiter;
        private @Nullable String nullText;
        private boolean header;
        private boolean matching;
        private @Nullable String quote;
        private @Nullable String escape;
        private Columns forceQuote = Columns.NONE;
        private Columns forceNotNull = Columns.NONE;
        private Columns forceNull = Columns.NONE;

        private void take(CopyCommand.Option option, boolean from) throws SQLException {
            switch (option.name()) {
                case "format" -> format = format(value(option));
                case "delimiter" -> delimiter = value(option);
                case "null" -> nullText = value(option);
                case "quote" -> quote = value(option);
                case "escape" -> escape = value(option);
                case "header" -> takeHeader(option, from);
                // rows are as visible as those of any transaction, as nothing is frozen
                case "freeze" -> isTrue(option);
                case "encoding" -> {
                    String name =
                            value(option).replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
                    if (!name.equals("utf8") && !name.equals("unicode")) {
                        throw SqlErrors.refuse("COPY with ENCODING " + option.value(), "the proxy speaks UTF8");
                    }
                }
                case "force_quote" -> forceQuote = columns(option);
                case "force_not_null" -> forceNotNull = columns(option);
                case "force_null" -> forceNull = columns(option);
                case "default", "on_error", "reject_limit", "log_verbosity" ->
                    throw SqlErrors.refuse(
                            "COPY with " + option.name().toUpperCase(Locale.ROOT),
                            "leave it out, and send rows that the table takes");
                default -> throw new SQLException("option \"" + option.name() + "\" not recognized", SYNTAX);
            }
        }

        private static String value(CopyCommand.Option option) throws SQLException {
            if (option.value() == null) {
                throw new SQLException(option.name() + " requires a parameter", SYNTAX);
            }
            return option.value();
        }

        private static Format format(String name) throws SQLException {
            return switch (name) {
                case "text" -> Format.TEXT;
                case "csv" -> Format.CSV;
                case "binary" -> Format.BINARY;
                default -> throw new SQLException("COPY format \"" + name + "\" not recognized", VALUE);
            };
        }

        private static Columns columns(CopyCommand.Option option) throws SQLException {
            if (option.columns() == null) {
                throw new SQLException(
                        "argument to option \"" + option.name() + "\" must be a list of column names", VALUE);
            }
            return new Columns(option.columns(), option.all());
        }

        private void takeHeader(CopyCommand.Option option, boolean from) throws SQLException {
            if ("match".equalsIgnoreCase(option.value())) {
                if (!from) {
                    throw new SQLException("cannot use \"match\" with HEADER in COPY TO", FEATURE);
                }
                header = true;
                matching = true;
            } else {
                header = isTrue(option);
            }
        }

        private static boolean isTrue(CopyCommand.Option option) throws SQLException {
            String value = option.value();
            switch (value == null ? "true" : value.toLowerCase(Locale.ROOT)) {
                case "true", "on", "1" -> {
                    return true;
                }
                case "false", "off", "0" -> {
                    return false;
                }
                default -> throw new SQLException(option.name() + " requires a Boolean value", SYNTAX);
            }
        }

        private CopyOptions options(boolean from) throws SQLException {
            boolean csv = format == Format.CSV;
            requireBinary();
            String between = delimiter == null ? (csv ? "," : "\t") : delimiter;
            String nothing = nullText == null ? (csv ? "" : "\\N") : nullText;
            String around = quote == null ? "\"" : quote;
            String before = escape == null ? around : escape;
            byte delimiterByte = one(between, "delimiter");
            if (between.equals("\n") || between.equals("\r")) {
                throw new SQLException("COPY delimiter cannot be newline or carriage return", VALUE);
            }
            if (nothing.indexOf('\n') >= 0 || nothing.indexOf('\r') >= 0) {
                throw new SQLException("COPY null representation cannot use newline or carriage return", VALUE);
            }
            if (!csv && IN_LETTERS.contains(between)) {
                throw new SQLException("COPY delimiter cannot be \"" + between + "\"", VALUE);
            }
            requireCsv(csv, quote != null, "QUOTE");
            requireCsv(csv, escape != null, "ESCAPE");
            byte quoteByte = one(around, "quote");
            byte escapeByte = one(before, "escape");
            if (csv && between.equals(around)) {
                throw new SQLException("COPY delimiter and quote must be different", VALUE);
            }
            requireUse(csv, forceQuote, "FORCE_QUOTE", !from, "FROM");
            requireUse(csv, forceNotNull, "FORCE_NOT_NULL", from, "TO");
            requireUse(csv, forceNull, "FORCE_NULL", from, "TO");
            if (nothing.contains(between)) {
                throw new SQLException("COPY delimiter character must not appear in the NULL specification", VALUE);
            }
            if (csv && nothing.contains(around)) {
                throw new SQLException("CSV quote character must not appear in the NULL specification", VALUE);
            }
            return new CopyOptions(
                    format,
                    delimiterByte,
                    nothing,
                    header,
                    matching,
                    quoteByte,
                    escapeByte,
                    forceQuote,
                    forceNotNull,
                    forceNull);
        }

        private void requireBinary() throws SQLException {
            if (format == Format.BINARY) {
                requireNone(delimiter, "DELIMITER");
                requireNone(nullText, "NULL");
                if (header) {
                    throw new SQLException("cannot specify HEADER in BINARY mode", FEATURE);
                }
            }
        }

        private static void requireNone(@Nullable String value, String name) throws SQLException {
            if (value != null) {
                throw new SQLException("cannot specify " + name + " in BINARY mode", SYNTAX);
            }
        }

        private static void requireCsv(boolean csv, boolean said, String name) throws SQLException {
            if (said && !csv) {
                throw new SQLException("COPY " + name + " requires CSV mode", FEATURE);
            }
        }

        private static void requireUse(boolean csv, Columns columns, String name, boolean right, String other)
                throws SQLException {
            if (columns.isEmpty()) {
                return;
            }
            requireCsv(csv, true, name);
            if (!right) {
                throw new SQLException("COPY " + name + " cannot be used with COPY " + other, FEATURE);
            }
        }

        private static byte one(String character, String name) throws SQLException {
            byte[] bytes = character.getBytes(StandardCharsets.UTF_8);
            if (bytes.length != 1) {
                throw new SQLException("COPY " + name + " must be a single one-byte character", FEATURE);
            }
            return bytes[0];
        }
    }

    /** @throws SQLException when one is about a column that is not copied */
    void requireColumns(List<String> copied, CopyCommand command) throws SQLException {
        requireColumns(copied, command, forceQuote, "FORCE_QUOTE");
        requireColumns(copied, command, forceNotNull, "FORCE_NOT_NULL");
        requireColumns(copied, command, forceNull, "FORCE_NULL");
    }

    private static void requireColumns(List<String> copied, CopyCommand command, Columns named, String option)
            throws SQLException {
        for (String each : named.names) {
            if (copied.contains(each)) {
                continue;
            }
            if (!command.columns().isEmpty()) {
                throw new SQLException(option + " column \"" + each + "\" not referenced by COPY", "42P10");
            }
            String whose = command.table().isEmpty() ? "" : " of relation \"" + command.name() + "\"";
            throw new SQLException("column \"" + each + "\"" + whose + " does not exist", "42703");
        }
    }
}
