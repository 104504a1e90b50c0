package org.shardingjdbc.plan.internal.merge;

import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.sortkey.ScalarProbe;
import org.shardingjdbc.plan.internal.sortkey.SortKeyTypes;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;

/**
 * A merge plan in the making: the outermost block, its columns, which become more, and its keys. One per plan; not
 * thread-safe.
 */
final class Draft {
    private final Query query;
    private final Select block;
    private final LimitClause limit;
    private final SelectItems items;
    private final SelectColumns columns;
    private final SortKeyTypes types;
    private final SortKeyColumns keys;

    Draft(Compilation compilation, Query query, Select block, ScalarProbe probe) {
        SourcePositions positions = compilation.positions();
        this.query = query;
        this.block = block;
        this.limit = new LimitClause(query.limit(), positions);
        this.items = new SelectItems(block);
        this.columns = new SelectColumns(compilation.bound(), query, block, positions, compilation.dialect());
        this.types = new SortKeyTypes(compilation.bound(), compilation.catalog(), compilation.dialect(), probe);
        this.keys = new SortKeyColumns(compilation.bound(), items, columns, types, positions, compilation.names());
    }

    LimitClause limit() {
        return limit;
    }

    OrderClause order() {
        return new OrderClause(query, block);
    }

    Query query() {
        return query;
    }

    Select block() {
        return block;
    }

    SelectItems items() {
        return items;
    }

    SelectColumns columns() {
        return columns;
    }

    SortKeyTypes types() {
        return types;
    }

    SortKeyColumns keys() {
        return keys;
    }
}
