package org.shardingjdbc.plan.internal.column;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.unit.StoredColumn;

/** Refuses uses of transformed columns where they stand. Immutable. */
record ColumnRefusals(SourcePositions positions) {
    static ColumnRefusals of(ParsedSql parsed) {
        return new ColumnRefusals(new SourcePositions(parsed.sql()));
    }

    /**
     * The refusal of a use.
     *
     * @param why begins with a comma or a colon, or is empty
     */
    ShardingException of(Node use, StoredColumn column, String why) {
        return of(positions.excerpt(use), use, column, why);
    }

    /** The refusal of a construct that has no text worth showing. */
    ShardingException of(String construct, Node use, StoredColumn column, String why) {
        return positions.refuse(
                ErrorCode.TRANSFORMED_COLUMN_USED,
                construct,
                use,
                column.column().name(),
                column.table(),
                why);
    }
}
