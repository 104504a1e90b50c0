package org.shardingjdbc.parser.internal.print;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;

/**
 * What the printers of expressions and tables ask for when a query, or a clause that queries have too, stands inside.
 */
interface QueryParts {
    /** A query in parentheses. */
    void nested(Query query);

    void orderBy(OrderBy orderBy);

    /** Nothing for null. */
    void limit(@Nullable Limit limit);
}
