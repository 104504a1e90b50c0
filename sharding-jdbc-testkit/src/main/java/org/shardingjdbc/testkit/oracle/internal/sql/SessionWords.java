package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;

/**
 * Statements that set what a session remembers, and others that ask for it: variables, made keys, counts of rows and of
 * warnings. One for each script.
 */
final class SessionWords {
    private final SchemaModel schema;
    private final RandomChoices choices;
    private final List<GeneratedStatement> statements = new ArrayList<>();

    SessionWords(SchemaModel schema, RandomChoices choices) {
        this.schema = schema;
        this.choices = choices;
    }

    List<GeneratedStatement> statements() {
        do {
            switch (schema.kind()) {
                case H2 -> variable(choices.pick("SET @v = 4", "SET @v = 2 + 1"), "@v");
                case POSTGRESQL -> {
                    if (choices.chance(40)) {
                        madeKey("lastval()");
                    } else {
                        variable("SET my.v = '4'", "current_setting('my.v')::int");
                    }
                }
                case MARIADB, MYSQL -> ofMySql();
            }
        } while (statements.size() < 8 && choices.chance(60));
        return statements;
    }

    private void ofMySql() {
        switch (choices.next(6)) {
            case 2 -> madeKey(choices.pick("LAST_INSERT_ID()", "@@identity", "@@last_insert_id"));
            case 3 -> {
                statements.add(anyWrite());
                statements.add(GeneratedStatement.ofLast("SELECT ROW_COUNT()"));
            }
            case 4 -> {
                TableModel table = table();
                String of = choices.chance(50) ? " WHERE " + key(table) + " = 5" : "";
                statements.add(
                        read("SELECT CAST(CONCAT('x', " + key(table) + ") AS SIGNED) AS c1 FROM " + table.name() + of));
                statements.add(
                        GeneratedStatement.ofLast(choices.pick("SHOW COUNT(*) WARNINGS", "SELECT @@warning_count")));
            }
            case 5 -> {
                TableModel table = table();
                statements.add(new GeneratedStatement(
                        "SELECT SQL_CALC_FOUND_ROWS " + key(table) + " FROM " + table.name() + " ORDER BY "
                                + String.join(", ", table.primaryKey()) + " LIMIT 2",
                        List.of(),
                        false,
                        List.of(),
                        true));
                statements.add(GeneratedStatement.ofLast("SELECT FOUND_ROWS()"));
            }
            default ->
                variable(
                        choices.pick(
                                "SET @v = 4",
                                "SET @v = 1 + 2",
                                "SET @v = (SELECT COUNT(*) FROM " + table().name() + ")",
                                "SELECT COUNT(*) FROM " + table().name() + " INTO @v",
                                "SET @v := 6, @w = 'b'"),
                        "@v");
        }
    }

    /** A variable that is set, read with rows and without, and written. */
    private void variable(String set, String name) {
        statements.add(write(set));
        do {
            TableModel table = table();
            String key = key(table);
            String from = " FROM " + table.name();
            switch (choices.next(6)) {
                case 0 -> statements.add(read("SELECT " + key + from + " WHERE " + key + " <= " + name));
                case 1 -> statements.add(read("SELECT COUNT(*) AS c1" + from + " WHERE " + key + " > " + name));
                case 2 -> statements.add(read("SELECT " + name + " AS c1"));
                case 3 -> {
                    String number = number(table);
                    if (number != null) {
                        statements.add(write("UPDATE " + table.name() + " SET " + number + " = " + name + " WHERE "
                                + key + choices.pick(" = 3", " < 3", " = " + name)));
                    }
                }
                case 4 -> statements.add(write("DELETE" + from + " WHERE " + key + " = " + name));
                default -> statements.add(read("SELECT " + key + from + " WHERE " + key + " IN (1, " + name + ")"));
            }
        } while (choices.chance(60));
    }

    /** A key that the database or a generator makes, and what the session says of it. */
    private void madeKey(String name) {
        for (TableModel table : schema.tables()) {
            if (table.generated() != null && !table.isElsewhere()) {
                statements.add(new RandomWrites(new Parts(schema.withTables(List.of(table)), choices)).insert(table));
                statements.add(GeneratedStatement.ofLast(
                        "SELECT COUNT(*) AS c1 FROM " + table.name() + " WHERE " + table.generated() + " = " + name));
                return;
            }
        }
        statements.add(anyWrite());
    }

    private GeneratedStatement anyWrite() {
        return new RandomWrites(new Parts(schema, choices)).statement();
    }

    private TableModel table() {
        return schema.tables().get(choices.next(schema.tables().size()));
    }

    private static String key(TableModel table) {
        return table.primaryKey().get(0);
    }

    /** A column of whole numbers that decides nothing; null for none. */
    private static String number(TableModel table) {
        for (ColumnModel column : table.columns()) {
            boolean decides = table.primaryKey().contains(column.name())
                    || table.shardingColumns().contains(column.name());
            if (column.kind() == ColumnKind.INTEGER && !decides) {
                return column.name();
            }
        }
        return null;
    }

    private static GeneratedStatement read(String sql) {
        return new GeneratedStatement(sql, List.of(), false, List.of(), false);
    }

    private static GeneratedStatement write(String sql) {
        return new GeneratedStatement(sql, List.of(), true, List.of(), false);
    }
}
