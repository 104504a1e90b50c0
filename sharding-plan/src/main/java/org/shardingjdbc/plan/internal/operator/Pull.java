package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.internal.unit.WholeTable;

/**
 * A query whose tables are pulled into temporary tables of one data source, where the rest runs as the user wrote it.
 * Immutable.
 *
 * @param leaves what is pulled, in text order
 * @param dataSource index of the data source where they are combined
 * @param dataSourceName its name
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
        String dataSourceName,
        NestedStatement combining,
        List<WholeTable> whole,
        Pull otherwise,
        String shown,
        RowLocks locks)
        implements SteppedExecution {
    /** One whose values may be shown. */
    public Pull(
            List<Leaf> leaves,
            int dataSource,
            String dataSourceName,
            NestedStatement combining,
            List<WholeTable> whole) {
        this(leaves, dataSource, dataSourceName, combining, whole, null, null, null);
    }

    public Pull {
        leaves = List.copyOf(leaves);
        whole = List.copyOf(whole);
    }

    public Pull or(Pull other) {
        return new Pull(leaves, dataSource, dataSourceName, combining, whole, other, shown, locks);
    }

    /**
     * The same, its rows locked.
     *
     * @param lockingLeaves what is pulled then
     */
    public Pull locked(List<Leaf> lockingLeaves, RowLocks rowLocks) {
        return new Pull(lockingLeaves, dataSource, dataSourceName, combining, whole, otherwise, shown, rowLocks);
    }

    /** The same, its values never shown. */
    public Pull shownWithoutLiterals(Dialect dialect) {
        String without = Tokens.withoutLiterals(combining.sql(), dialect);
        return new Pull(leaves, dataSource, dataSourceName, combining, whole, otherwise, without, locks);
    }

    /** The same, its rows read otherwise, which nothing pulls in another way. */
    public Pull reading(List<Leaf> otherLeaves) {
        return new Pull(otherLeaves, dataSource, dataSourceName, combining, whole);
    }

    @Override
    public String detail() {
        return "into temporary tables of " + dataSourceName;
    }

    /** The leaves and what is made of them; where rows are found and locked by their keys, the keys first. */
    @Override
    public List<NestedStep> inputs() {
        List<NestedStep> inputs = new ArrayList<>();
        boolean finds = locks != null && locks.find() != null;
        if (finds) {
            inputs.add(NestedStep.planned("Find", "the keys of the rows to lock", locks.find()));
        }
        for (int i = 0; i < leaves.size(); i++) {
            NestedStep step = leaves.get(i).step();
            RowLocks.LockedTable locked = finds ? locks.of(i) : null;
            inputs.add(locked == null ? step : step.or(locked));
        }
        ExplainedUnit last = new ExplainedUnit(dataSourceName, shownText(), combining.shownSources(), "MEMORY_STRICT");
        inputs.add(NestedStep.last("Combine", "", combining, last));
        return inputs;
    }

    /** The combining statement for people. */
    public String shownText() {
        return shown == null ? combining.text() : shown;
    }
}
