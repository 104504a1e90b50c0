package org.shardingjdbc.plan.internal.column;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;

/** Takes down the first use of a transformed column that is not proved, by which the statement is refused. */
record ColumnRefusals(Refusals refusals) {
    static ColumnRefusals of(ParsedSql parsed) {
        return new ColumnRefusals(new Refusals(new SourcePositions(parsed.sql())));
    }

    /** The refusal of the statement; asked only where there is {@link #any}. */
    ShardingException reason() {
        return refusals.reason();
    }

    /** Whether a use was refused. */
    boolean any() {
        return refusals.any();
    }

    /**
     * Refuses a use.
     *
     * @param why begins with a comma or a colon, or is empty
     */
    void refuse(Node use, StoredColumn column, String why) {
        refuse(refusals.excerpt(use), use, column, why);
    }

    /** Refuses a construct that has no text worth showing. */
    void refuse(String construct, Node use, StoredColumn column, String why) {
        refusals.refuse(
                ErrorCode.TRANSFORMED_COLUMN_USED,
                construct,
                use,
                column.column().name(),
                column.table(),
                why);
    }

    /** Refuses a new name of what a rule knows by its own. */
    void refuseName(String what, Node node, StoredColumn column) {
        refusals.refuse(
                ErrorCode.TRANSFORMED_NAME_CHANGED, what, node, column.column().name(), column.table());
    }

    /** Refuses what reads like a mistake of the writer. */
    void refuseMistake(String found, Node node, StoredColumn column) {
        refusals.refuseAt(ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE, node, found, "transformed", column.table());
    }

    /** Refuses a value that the statement gives. */
    void refuseValue(ShardingException refusal) {
        refusals.refuse(refusal);
    }
}
