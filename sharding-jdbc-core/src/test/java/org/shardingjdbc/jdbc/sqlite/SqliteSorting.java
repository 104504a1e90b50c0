package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.Sorting;
import org.shardingjdbc.dialect.internal.ValueOrder;

/** Texts sort by their bytes unless they are declared with a collation; truths and times are numbers. */
final class SqliteSorting implements Sorting {
    @Override
    public SortKeyType ofTruth() {
        return SortKeyType.of(ValueOrder.NUMBER);
    }

    @Override
    public SortKeyType ofTime(DeclaredType type) {
        return SortKeyType.of(ValueOrder.NUMBER);
    }

    @Override
    public SortKeyType ofText(DeclaredType type) {
        if (!isText(type.name())) {
            return SortKeyType.of(ValueOrder.NUMBER);
        }
        return type.collation() == null
                ? SortKeyType.of(ValueOrder.CODE_POINTS)
                : SortKeyType.unknown("the collation " + type.collation(), null);
    }

    /** Whether values are kept as texts; of a type that it does not know the driver says that it is one. */
    private static boolean isText(String name) {
        return name.isEmpty() || name.contains("char") || name.contains("text") || name.contains("clob");
    }

    @Override
    public boolean tellsTextsApart(DeclaredType text) {
        return text.collation() == null;
    }
}
