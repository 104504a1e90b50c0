package io.shardingjdbc.jdbc.oracle;

import io.shardingjdbc.testkit.oracle.Choices;
import io.shardingjdbc.testkit.oracle.ColumnModel;
import io.shardingjdbc.testkit.oracle.GeneratedStatement;
import io.shardingjdbc.testkit.oracle.SchemaModel;
import io.shardingjdbc.testkit.oracle.StatementGenerator;
import io.shardingjdbc.testkit.oracle.TableModel;
import java.util.ArrayList;
import java.util.List;

/** Statements of one table and one condition. */
final class SimpleStatements implements StatementGenerator {
    @Override
    public GeneratedStatement read(SchemaModel schema, Choices choices) {
        TableModel table = table(schema, choices);
        String where = where(table, choices);
        String column = column(table, choices).name();
        int form = choices.next(4);
        String sql =
                switch (form) {
                    case 0 -> "SELECT * FROM " + table.name() + where;
                    case 1 ->
                        "SELECT " + column + " AS k, COUNT(*) AS n FROM " + table.name() + where + " GROUP BY "
                                + column;
                    case 2 -> "SELECT DISTINCT " + column + " FROM " + table.name() + where;
                    default ->
                        "SELECT " + column + ", id FROM " + table.name() + where + " ORDER BY id, "
                                + String.join(", ", table.primaryKey())
                                + choices.pick("", " LIMIT 3", " LIMIT 5 OFFSET 2");
                };
        return new GeneratedStatement(sql, List.of(), false, List.of(), form == 3);
    }

    @Override
    public GeneratedStatement write(SchemaModel schema, Choices choices) {
        TableModel table = table(schema, choices);
        List<ColumnModel> free = table.columns().stream()
                .filter(c -> !table.primaryKey().contains(c.name()))
                .toList();
        ColumnModel column = free.get(choices.next(free.size()));
        String sql = choices.chance(30)
                ? "DELETE FROM " + table.name() + where(table, choices)
                : "UPDATE " + table.name() + " SET " + column.name() + " = " + sample(column, choices)
                        + where(table, choices);
        return new GeneratedStatement(sql, List.of(), true, List.of(), false);
    }

    @Override
    public List<GeneratedStatement> transaction(SchemaModel schema, Choices choices) {
        List<GeneratedStatement> statements = new ArrayList<>();
        int count = 2 + choices.next(3);
        for (int i = 0; i < count; i++) {
            statements.add(choices.next(2) == 0 ? read(schema, choices) : write(schema, choices));
        }
        return statements;
    }

    private static TableModel table(SchemaModel schema, Choices choices) {
        return schema.tables().get(choices.next(schema.tables().size()));
    }

    private static ColumnModel column(TableModel table, Choices choices) {
        return table.columns().get(choices.next(table.columns().size()));
    }

    private static String sample(ColumnModel column, Choices choices) {
        return column.samples().get(choices.next(column.samples().size()));
    }

    private static String where(TableModel table, Choices choices) {
        if (choices.chance(20)) {
            return "";
        }
        ColumnModel column = column(table, choices);
        return " WHERE " + column.name() + choices.pick(" = ", " <> ", " = ") + sample(column, choices);
    }
}
