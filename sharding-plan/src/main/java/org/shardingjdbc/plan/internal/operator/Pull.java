package org.shardingjdbc.plan.internal.operator;

import java.util.List;
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
 */
public record Pull(List<Leaf> leaves, int dataSource, NestedStatement combining, List<WholeTable> whole, Pull otherwise)
        implements SteppedExecution {
    public Pull {
        leaves = List.copyOf(leaves);
        whole = List.copyOf(whole);
    }

    public Pull or(Pull other) {
        return new Pull(leaves, dataSource, combining, whole, other);
    }
}
