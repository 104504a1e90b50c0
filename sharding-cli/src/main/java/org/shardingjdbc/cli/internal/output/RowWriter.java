package org.shardingjdbc.cli.internal.output;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.cli.internal.draw.RowSource.Cell;
import org.shardingjdbc.cli.internal.draw.RowSource.DrawingColumn;

/** Rows for other programs, written as they are read. Stateless. */
public final class RowWriter {
    private RowWriter() {}

    /**
     * Writes all rows that are left.
     *
     * @return how many
     */
    public static long write(ResultRows rows, Format format, PrintWriter out) throws SQLException {
        return format == Format.JSON ? json(rows, out) : separated(rows, format, out);
    }

    private static long separated(ResultRows rows, Format format, PrintWriter out) throws SQLException {
        char separator = format == Format.CSV ? ',' : '\t';
        StringBuilder line = new StringBuilder();
        for (DrawingColumn column : rows.columns()) {
            line.append(line.isEmpty() ? "" : separator).append(value(column.label(), format));
        }
        out.println(line);
        long count = 0;
        for (List<Cell> row = rows.next(); row != null; row = rows.next()) {
            line.setLength(0);
            for (int i = 0; i < row.size(); i++) {
                line.append(i == 0 ? "" : separator);
                String text = row.get(i).text();
                if (text == null) {
                    line.append(format == Format.TSV ? "\\N" : "");
                } else {
                    line.append(value(text, format));
                }
            }
            out.println(line);
            count++;
        }
        return count;
    }

    /** In CSV an empty text has quotes, NULL has none. */
    private static String value(String text, Format format) {
        if (format == Format.TSV) {
            return text.replace("\\", "\\\\")
                    .replace("\t", "\\t")
                    .replace("\n", "\\n")
                    .replace("\r", "\\r");
        }
        boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static long json(ResultRows rows, PrintWriter out) throws SQLException {
        try (JsonGenerator json = Json.to(out)) {
            json.writeStartArray();
            long count = 0;
            for (List<Cell> row = rows.next(); row != null; row = rows.next()) {
                json.writeStartObject();
                for (int i = 0; i < row.size(); i++) {
                    json.writeFieldName(rows.columns().get(i).label());
                    value(row.get(i), rows, i, json);
                }
                json.writeEndObject();
                count++;
            }
            json.writeEndArray();
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void value(Cell cell, ResultRows rows, int column, JsonGenerator json) throws IOException {
        String text = cell.text();
        if (text == null) {
            json.writeNull();
        } else if (rows.isTruth(column)) {
            json.writeBoolean(Boolean.parseBoolean(text));
        } else if (rows.columns().get(column).numeric() && isJsonNumber(text)) {
            json.writeNumber(text);
        } else {
            json.writeString(text);
        }
    }

    /** NaN, Infinity and money are none. */
    private static boolean isJsonNumber(String text) {
        try {
            return !new java.math.BigDecimal(text).toString().isEmpty()
                    && text.charAt(0) != '+'
                    && text.charAt(0) != '.'
                    && text.charAt(text.length() - 1) != '.'
                    && !text.startsWith("-.");
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** How rows are written. */
    public enum Format {
        /** A table with lines. */
        TABLE,
        /** A line for each column of each row. */
        EXPANDED,
        /** RFC 4180, with a header. */
        CSV,
        /** Tabs between values, with a header; tabs and line ends in values are written as \t and \n. */
        TSV,
        /** An object for each row. */
        JSON
    }
}
