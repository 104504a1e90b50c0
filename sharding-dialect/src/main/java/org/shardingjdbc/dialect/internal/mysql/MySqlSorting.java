package org.shardingjdbc.dialect.internal.mysql;

import java.util.List;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.SortKeyForm;
import org.shardingjdbc.dialect.internal.SortKeyType;

/**
 * As MariaDB's, but that the driver may lose the sign of a TIME, so that its number is asked for, and that
 * ONLY_FULL_GROUP_BY takes a subquery in the select list for another one than the same in GROUP BY.
 */
final class MySqlSorting extends MariaDbSorting {
    private static final SortKeyForm TIME = SortKeyForm.weight(List.of("(", " + 0.0)"));

    @Override
    public SortKeyType ofTime(DeclaredType type) {
        return type.name().equals("time") ? SortKeyType.of(TIME) : super.ofTime(type);
    }

    @Override
    public boolean showsGroupedSubqueries() {
        return false;
    }

    @Override
    public boolean groupsBySortKeys() {
        return true;
    }
}
