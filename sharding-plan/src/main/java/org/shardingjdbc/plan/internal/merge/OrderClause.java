package org.shardingjdbc.plan.internal.merge;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * Edits the ORDER BY of a statement over several units.
 *
 * @param query whose order it is
 * @param block behind which it stands
 */
record OrderClause(Query query, Select block) {
    /** Sorts by further keys behind those of the statement, which stays as it is written. */
    void add(List<SortItem> keys, SqlEdits edits) {
        OrderBy written = query.orderBy();
        if (written == null) {
            put(keys, edits);
        } else if (!keys.isEmpty()) {
            edits.insert(written.span().stop(), new Piece.Text(", "), new Piece.Made(keys));
        }
    }

    /**
     * Puts another order in place of the statement's, or where it has none.
     *
     * @param keys nothing for no order; those of the statement stay as they are written
     */
    void put(List<SortItem> keys, SqlEdits edits) {
        OrderBy written = query.orderBy();
        if (keys.isEmpty()) {
            if (written != null) {
                edits.replaceClause(written.span());
            }
            return;
        }
        Piece order = Piece.Made.of(new OrderBy(Span.NONE, keys));
        if (written != null) {
            edits.replace(written.span(), order);
        } else {
            edits.insert(block.span().stop(), new Piece.Text(" "), order);
        }
    }
}
