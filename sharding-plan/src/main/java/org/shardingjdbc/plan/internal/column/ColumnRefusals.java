package org.shardingjdbc.plan.internal.column;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;

/**
 * Takes down the first use of a transformed column that is not proved, by which the statement is refused. One per
 * statement; not thread-safe.
 */
final class ColumnRefusals {
    private final SourcePositions positions;
    private @Nullable ShardingException first;

    private ColumnRefusals(SourcePositions positions) {
        this.positions = positions;
    }

    static ColumnRefusals of(ParsedSql parsed) {
        return new ColumnRefusals(new SourcePositions(parsed.sql()));
    }

    /** The refusal of the statement; asked only where there is {@link #any}. */
    ShardingException reason() {
        return Objects.requireNonNull(first, "nothing was refused");
    }

    /** Whether a use was refused. */
    boolean any() {
        return first != null;
    }

    /**
     * Refuses a use.
     *
     * @param why begins with a comma or a colon, or is empty
     */
    void refuse(Node use, StoredColumn column, String why) {
        refuse(positions.excerpt(use), use, column, why);
    }

    /** Refuses a construct that has no text worth showing. */
    void refuse(String construct, Node use, StoredColumn column, String why) {
        refuseValue(positions.refuse(
                ErrorCode.TRANSFORMED_COLUMN_USED,
                construct,
                use,
                column.column().name(),
                column.table(),
                why));
    }

    /** Refuses a new name of what a rule knows by its own. */
    void refuseName(String what, Node node, StoredColumn column) {
        refuseValue(positions.refuse(
                ErrorCode.TRANSFORMED_NAME_CHANGED, what, node, column.column().name(), column.table()));
    }

    /** Refuses what reads like a mistake of the writer. */
    void refuseMistake(String found, Node node, StoredColumn column) {
        refuseValue(positions.refuseAt(
                ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE, node, found, "transformed", column.table()));
    }

    /** Refuses a value that the statement gives. */
    void refuseValue(ShardingException refusal) {
        if (first == null) {
            first = refusal;
        }
    }
}
