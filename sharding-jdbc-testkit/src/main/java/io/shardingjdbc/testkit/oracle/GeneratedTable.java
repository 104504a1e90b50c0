package io.shardingjdbc.testkit.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a generated schema with its rows.
 *
 * @param model what statements know of it
 * @param layout where its rows lie; null unless it is sharded
 * @param rows literals of the dialect, or {@code NULL}, in the order of the columns
 */
record GeneratedTable(TableModel model, Layout layout, List<List<String>> rows) {
    private static final int ROWS_PER_INSERT = 40;

    GeneratedTable {
        rows = List.copyOf(rows);
    }

    GeneratedTable withRows(List<List<String>> otherRows) {
        return new GeneratedTable(model, layout, otherRows);
    }

    String createStatement() {
        StringBuilder sql =
                new StringBuilder("CREATE TABLE ").append(model.name()).append(" (");
        for (ColumnModel column : model.columns()) {
            sql.append(column.name()).append(' ').append(column.type());
            // MariaDB makes a TIMESTAMP without NULL non-nullable in some modes.
            sql.append(column.nullable() ? " NULL, " : " NOT NULL, ");
        }
        return sql.append("PRIMARY KEY (")
                .append(String.join(", ", model.primaryKey()))
                .append("))")
                .toString();
    }

    /** The statements that bring its rows. */
    List<String> insertStatements() {
        List<String> columns = model.columns().stream().map(ColumnModel::name).toList();
        String head = "INSERT INTO " + model.name() + " (" + String.join(", ", columns) + ") VALUES ";
        List<String> statements = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += ROWS_PER_INSERT) {
            List<List<String>> some = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_INSERT));
            List<String> tuples =
                    some.stream().map(row -> "(" + String.join(", ", row) + ")").toList();
            statements.add(head + String.join(", ", tuples));
        }
        return statements;
    }
}
