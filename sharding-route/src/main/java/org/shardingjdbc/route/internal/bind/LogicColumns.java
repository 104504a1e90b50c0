package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.rule.column.StoredProperty;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Tables as statements see them: columns that rules store under other names have their logic names. Stateless. */
public final class LogicColumns {
    private LogicColumns() {}

    /**
     * The table with logic names.
     *
     * @param actual as its data source describes it; may be null
     * @param transformed the columns that rules transform
     */
    public static @Nullable TableSchema of(
            @Nullable TableSchema actual, List<TransformedColumn> transformed, Dialect dialect) {
        if (actual == null
                || transformed.isEmpty()
                || transformed.stream().noneMatch(TransformedColumn::differsInTable)) {
            return actual;
        }
        return new TableSchema(
                actual.name(),
                logicColumns(actual.columns(), transformed, dialect),
                key(actual, transformed, dialect),
                logicColumns(actual.invisible(), transformed, dialect));
    }

    private static List<ColumnSchema> logicColumns(
            List<ColumnSchema> actual, List<TransformedColumn> transformed, Dialect dialect) {
        List<ColumnSchema> columns = new ArrayList<>();
        for (ColumnSchema column : actual) {
            String name = logicName(column.name(), transformed, dialect);
            if (name != null) {
                columns.add(column.named(name));
            }
        }
        return columns;
    }

    /** Empty where not all of its columns are columns of statements: the others alone are no key. */
    private static List<String> key(TableSchema actual, List<TransformedColumn> transformed, Dialect dialect) {
        List<String> key = new ArrayList<>();
        for (String column : actual.primaryKey()) {
            String name = keyName(column, transformed, dialect);
            if (name == null) {
                return List.of();
            }
            key.add(name);
        }
        return key;
    }

    /** Null for an actual column whose equality is not that of a logic one. */
    private static @Nullable String keyName(String actual, List<TransformedColumn> transformed, Dialect dialect) {
        for (TransformedColumn column : transformed) {
            if (column.compared() != null && column.compared().stored().equalsIgnoreCase(actual)) {
                boolean equal = column.compared().kept() != StoredProperty.LOOKUP;
                return equal ? dialect.naming().folded(column.name()) : null;
            }
            boolean unequal = column.kept() == StoredProperty.NULLS || column.kept() == StoredProperty.LOOKUP;
            if (unequal && column.stored().equalsIgnoreCase(actual)) {
                return null;
            }
        }
        return logicName(actual, transformed, dialect);
    }

    /** Null for an actual column that is hidden by a logic one, or only has a second form of it. */
    private static @Nullable String logicName(String actual, List<TransformedColumn> transformed, Dialect dialect) {
        for (TransformedColumn column : transformed) {
            if (column.isRenamed() && column.stored().equalsIgnoreCase(actual)) {
                return dialect.naming().folded(column.name());
            }
        }
        boolean hidden = transformed.stream()
                .anyMatch(each ->
                        each.hides(actual) || each.isRenamed() && each.name().equalsIgnoreCase(actual));
        return hidden ? null : actual;
    }
}
