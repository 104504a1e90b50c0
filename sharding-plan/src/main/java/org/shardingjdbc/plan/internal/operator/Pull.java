package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.Tokens;
import org.shardingjdbc.plan.internal.unit.WholeTable;

/**
 * A query whose tables are pulled into temporary tables of one data source, where the rest runs as the user wrote it.
 * Immutable.
 *
 * @param leaves what is pulled, in text order
 * @param dataSource index of the data source where they are combined
 * @param combining the statement there: actual SQL, with the leaves' tables in place of what they hold; its sources are
 *     parameters of the outer statement only
 * @param whole the tables of leaves all of whose columns the statement takes
 * @param otherwise what pulls tables only, for a database that finds the texts of pulled subqueries to have collations
 *     that do not mix; null where there is nothing else
 * @param shown the combining statement for logs and explanations, which has no values where they must not be shown;
 *     null where it is shown as it is
 * @param locks how its rows are locked; null where they are not
 */
public record Pull(
        List<Leaf> leaves,
        int dataSource,
        NestedStatement combining,
        List<WholeTable> whole,
        Pull otherwise,
        String shown,
        RowLocks locks)
        implements SteppedExecution {
    /** One whose values may be shown. */
    public Pull(List<Leaf> leaves, int dataSource, NestedStatement combining, List<WholeTable> whole, Pull otherwise) {
        this(leaves, dataSource, combining, whole, otherwise, null, null);
    }

    public Pull {
        leaves = List.copyOf(leaves);
        whole = List.copyOf(whole);
    }

    public Pull or(Pull other) {
        return new Pull(leaves, dataSource, combining, whole, other, shown, locks);
    }

    /**
     * The same, its rows locked.
     *
     * @param lockingLeaves what is pulled then
     */
    public Pull locked(List<Leaf> lockingLeaves, RowLocks rowLocks) {
        return new Pull(lockingLeaves, dataSource, combining, whole, otherwise, shown, rowLocks);
    }

    /** The same, its values never shown. */
    public Pull shownWithoutLiterals(Dialect dialect) {
        String without = Tokens.withoutLiterals(combining.sql(), dialect);
        return new Pull(leaves, dataSource, combining, whole, otherwise, without, locks);
    }

    /** The combining statement for people. */
    public String shownText() {
        return shown == null ? combining.text() : shown;
    }
}
