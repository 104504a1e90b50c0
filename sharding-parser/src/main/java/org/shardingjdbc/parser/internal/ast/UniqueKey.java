package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A primary or unique key that a definition makes. {@code columns} are the columns that belong to it as they are,
 * without quotes; an expression, or the beginning of a column, is none.
 */
public record UniqueKey(List<String> columns) {
    public UniqueKey {
        columns = List.copyOf(columns);
    }
}
