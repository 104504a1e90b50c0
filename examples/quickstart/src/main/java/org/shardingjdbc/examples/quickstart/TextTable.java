package org.shardingjdbc.examples.quickstart;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A result set as a text table; of many rows only the first are shown, the rest are counted. */
final class TextTable {
    private static final int MAX_ROWS = 8;

    private final List<String[]> lines = new ArrayList<>();
    private final int[] widths;
    private final boolean[] numeric;
    private int rowCount;

    /** Reads the result set to its end. */
    TextTable(ResultSet rows) throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        int width = metaData.getColumnCount();
        widths = new int[width];
        numeric = new boolean[width];
        String[] labels = new String[width];
        for (int i = 0; i < width; i++) {
            labels[i] = metaData.getColumnLabel(i + 1).toLowerCase(Locale.ROOT);
            numeric[i] = isNumeric(metaData.getColumnClassName(i + 1));
        }
        add(labels);
        while (rows.next()) {
            if (rowCount++ < MAX_ROWS) {
                String[] line = new String[width];
                for (int i = 0; i < width; i++) {
                    line[i] = String.valueOf(rows.getString(i + 1));
                }
                add(line);
            }
        }
    }

    private static boolean isNumeric(String className) {
        return className.equals("java.math.BigDecimal")
                || className.equals("java.lang.Integer")
                || className.equals("java.lang.Long")
                || className.equals("java.lang.Double");
    }

    private void add(String[] line) {
        lines.add(line);
        for (int i = 0; i < line.length; i++) {
            widths[i] = Math.max(widths[i], line[i].length());
        }
    }

    /** The table's lines, each behind the indent. */
    String render(String indent) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < lines.size(); row++) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < widths.length; i++) {
                line.append(i == 0 ? "" : " | ").append(pad(lines.get(row)[i], i));
            }
            text.append(line.toString().stripTrailing()).append('\n');
            if (row == 0) {
                text.append(indent).append(rule()).append('\n');
            }
        }
        text.append(indent).append(rowCount == 1 ? "1 row" : rowCount + " rows");
        if (rowCount > MAX_ROWS) {
            text.append(", the first ").append(MAX_ROWS).append(" are shown");
        }
        return text.append('\n').toString();
    }

    private String pad(String value, int column) {
        String blanks = " ".repeat(widths[column] - value.length());
        return numeric[column] ? blanks + value : value + blanks;
    }

    private String rule() {
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "-+-").append("-".repeat(widths[i]));
        }
        return rule.toString();
    }
}
