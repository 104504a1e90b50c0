package org.shardingjdbc.route.internal.bind.clause;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.route.internal.bind.Column;
import org.shardingjdbc.route.internal.bind.CommonTables;
import org.shardingjdbc.route.internal.bind.CommonTables.Definition;
import org.shardingjdbc.route.internal.bind.Region;
import org.shardingjdbc.route.internal.bind.Scope;

/** What the binders of clauses ask for when a query, or a statement that writes, stands inside of their clause. */
interface InnerQueries {
    /**
     * Binds a query.
     *
     * @param outer the block around, or null
     * @param region that of its rows
     * @return its output columns, or null when they are unknown
     */
    @Nullable
    List<Column> bindQuery(Query query, @Nullable Scope outer, Region region, CommonTables commonTables);

    /**
     * Binds what a common table expression is defined as, anew for each place that names it, so that each plays its own
     * part.
     */
    @Nullable
    List<Column> bindCommonTable(Definition definition, Region region);

    /** Binds a statement that writes, whatever is asked of the rows that it writes. */
    void bindWritten(Statement statement, CommonTables seen);

    /** Binds an expression, or a clause of some. */
    void bindExpression(@Nullable Node node, Scope scope, Region region, CommonTables commonTables);

    /** A query's output columns as the block around sees them. */
    @Nullable
    List<Column> asRowsOf(Query query, @Nullable List<Column> rows);
}
