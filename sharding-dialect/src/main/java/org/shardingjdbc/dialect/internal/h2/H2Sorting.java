package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.SortKeyForm;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.Sorting;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.dialect.internal.ValueOrder;

/** One collation for a database; without one, texts sort as Java sorts them. */
final class H2Sorting implements Sorting {
    private static final SortKeyForm POSITION = SortKeyForm.position(ValueForm.PLAIN.castTo("INT"));

    @Override
    public SortKeyType ofEnumeration() {
        return SortKeyType.of(POSITION);
    }

    @Override
    public SortKeyType ofText(DeclaredType type) {
        if (type.name().startsWith("enum")) {
            return ofEnumeration();
        }
        if (type.collation() != null && !"OFF".equalsIgnoreCase(type.collation())) {
            return SortKeyType.unknown("the collation " + type.collation(), null);
        }
        if (type.name().contains("ignorecase")) {
            return SortKeyType.of(ValueOrder.UTF16_IGNORE_CASE);
        }
        return SortKeyType.of(type.isPadded() ? ValueOrder.UTF16_TRIMMED : ValueOrder.UTF16);
    }

    @Override
    public boolean oneCollation() {
        return true;
    }

    @Override
    public boolean tellsTextsApart(DeclaredType text) {
        return !text.name().contains("ignorecase");
    }
}
