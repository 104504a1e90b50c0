package org.shardingjdbc.feature.together;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/** Text columns of the oracle's schemas. */
final class TextColumns {
    private TextColumns() {}

    /** Whether a column is a text whose name begins so, with quotes or without. */
    static boolean isOne(ColumnModel column, String name) {
        return column.kind() == ColumnKind.TEXT && bare(column).regionMatches(true, 0, name, 0, name.length());
    }

    /** The name without quotes. */
    static String bare(ColumnModel column) {
        String name = column.name();
        return Character.isLetter(name.charAt(0)) ? name : name.substring(1, name.length() - 1);
    }

    /** The schema without tables of another schema. */
    static GeneratedSchema withoutNamesakes(GeneratedSchema schema) {
        return schema.withTables(schema.tables().stream()
                .filter(table -> !table.model().isElsewhere())
                .toList());
    }

    /** The schema whose chosen columns are long, and equal where their characters are. */
    static GeneratedSchema exact(GeneratedSchema schema, Predicate<ColumnModel> chosen) {
        DatabaseKind kind = schema.kind();
        return with(schema, chosen, column -> exact(kind, column), literal -> exact(kind, literal));
    }

    /**
     * The schema with other columns in place of the chosen ones.
     *
     * @param literal what becomes of their literals in rows; NULL stays
     */
    static GeneratedSchema with(
            GeneratedSchema schema,
            Predicate<ColumnModel> chosen,
            UnaryOperator<ColumnModel> change,
            UnaryOperator<String> literal) {
        List<GeneratedTable> tables = new ArrayList<>();
        for (GeneratedTable table : withoutNamesakes(schema).tables()) {
            List<ColumnModel> columns = table.model().columns();
            List<ColumnModel> changed = columns.stream()
                    .map(column -> chosen.test(column) ? change.apply(column) : column)
                    .toList();
            List<List<String>> rows = new ArrayList<>();
            for (List<String> row : table.rows()) {
                List<String> values = new ArrayList<>(row);
                for (int i = 0; i < values.size(); i++) {
                    if (chosen.test(columns.get(i)) && !values.get(i).equals("NULL")) {
                        values.set(i, literal.apply(values.get(i)));
                    }
                }
                rows.add(values);
            }
            tables.add(new GeneratedTable(with(table.model(), changed), table.layout(), rows));
        }
        return schema.withTables(tables);
    }

    /** The table with other columns. */
    static TableModel with(TableModel table, List<ColumnModel> columns) {
        return new TableModel(
                table.name(),
                table.role(),
                table.shardingColumns(),
                table.bindingGroup(),
                columns,
                table.primaryKey(),
                table.generated());
    }

    private static ColumnModel exact(DatabaseKind kind, ColumnModel column) {
        String type =
                switch (kind) {
                    case H2, POSTGRESQL -> "VARCHAR(400)";
                    case MARIADB -> "VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
                    case MYSQL -> "VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
                };
        List<String> samples =
                column.samples().stream().map(sample -> exact(kind, sample)).toList();
        return new ColumnModel(column.name(), column.kind(), column.nullable(), type, samples);
    }

    /** MySQL before 8 has no collation that tells trailing blanks apart. */
    private static String exact(DatabaseKind kind, String literal) {
        return kind == DatabaseKind.MYSQL
                ? "'" + literal.substring(1, literal.length() - 1).stripTrailing() + "'"
                : literal;
    }

    /** Whether none of the statements changes columns of the tables. */
    static boolean alterNothing(List<GeneratedStatement> statements) {
        return statements.stream().noneMatch(each -> each.sql().startsWith("ALTER TABLE"));
    }
}
