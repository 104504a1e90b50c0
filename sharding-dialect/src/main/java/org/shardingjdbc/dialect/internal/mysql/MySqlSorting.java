package org.shardingjdbc.dialect.internal.mysql;

import java.util.List;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.SortKeyForm;
import org.shardingjdbc.dialect.internal.SortKeyType;

/** As MariaDB's, but that the driver may lose the sign of a TIME: its number is asked for. */
final class MySqlSorting extends MariaDbSorting {
    private static final SortKeyForm TIME = SortKeyForm.weight(List.of("(", " + 0.0)"));

    @Override
    public SortKeyType ofTime(DeclaredType type) {
        return type.name().equals("time") ? SortKeyType.of(TIME) : super.ofTime(type);
    }

    @Override
    public boolean groupsBySortKeys() {
        return true;
    }
}
