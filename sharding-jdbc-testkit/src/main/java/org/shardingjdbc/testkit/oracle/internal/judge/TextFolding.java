package org.shardingjdbc.testkit.oracle.internal.judge;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/** Texts as a collation sees them that tells neither case nor accents nor trailing blanks apart. */
final class TextFolding {
    private static final List<String> CHOOSING =
            List.of("GROUP BY", "DISTINCT", "UNION", "INTERSECT", "EXCEPT", "MIN(", "MAX(");

    private TextFolding() {}

    /** Whether a schema has columns of such a collation. */
    static boolean isNeeded(SchemaModel schema) {
        return schema.kind() == DatabaseKind.MARIADB
                || schema.kind() == DatabaseKind.MYSQL
                || schema.tables().stream()
                        .flatMap(table -> table.columns().stream())
                        .anyMatch(column -> folds(schema.kind(), column));
    }

    /** Whether texts that are equal may decide different data nodes. */
    static boolean foldsShardingColumns(SchemaModel schema) {
        return schema.tables().stream()
                .flatMap(table -> table.shardingColumns().stream().map(table::column))
                .anyMatch(column -> folds(schema.kind(), column));
    }

    private static boolean folds(DatabaseKind kind, ColumnModel column) {
        if (kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL) {
            return column.kind() == ColumnKind.TEXT && !column.type().contains("_bin");
        }
        return column.type().contains("IGNORECASE");
    }

    /** Whether a statement may answer with one text for several equal ones. */
    static boolean choosesAmongEqualTexts(String sql) {
        String upper = sql.toUpperCase(Locale.ROOT);
        return CHOOSING.stream().anyMatch(upper::contains);
    }

    static Outcome fold(Outcome outcome) {
        if (!(outcome instanceof Outcome.Rows rows)) {
            return outcome;
        }
        List<List<Object>> folded = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> values = new ArrayList<>();
            row.forEach(value -> values.add(value instanceof String text ? fold(text) : value));
            folded.add(values);
        }
        return new Outcome.Rows(rows.columns(), folded);
    }

    /** Values of PostgreSQL's CHARACTER, which trailing blanks do not tell apart, without them. */
    static Outcome withoutBlanks(Outcome outcome) {
        if (!(outcome instanceof Outcome.Rows rows)) {
            return outcome;
        }
        List<List<Object>> stripped = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> values = new ArrayList<>(row);
            for (int i = 0; i < values.size(); i++) {
                boolean padded = rows.columns().get(i).typeName().equals("bpchar");
                if (padded && values.get(i) instanceof String text) {
                    values.set(i, text.stripTrailing());
                }
            }
            stripped.add(values);
        }
        return new Outcome.Rows(rows.columns(), stripped);
    }

    static String fold(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        StringBuilder folded = new StringBuilder();
        Normalizer.normalize(upper, Normalizer.Form.NFD)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
                .forEach(folded::appendCodePoint);
        return folded.toString().stripTrailing();
    }
}
