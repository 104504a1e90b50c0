package org.shardingjdbc.plan.internal.unit;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;

/**
 * The units that a plan chose for one execution, and how their results become one. It describes the work and runs
 * nothing. Not thread-safe; one per execution. Units are ordered by data source index, then by node.
 */
public interface ChosenUnits {
    /** How many execution units, at least 1. */
    int size();

    /**
     * How many data nodes the execution goes to; more than {@link #size} where a unit's SQL is the UNION ALL of
     * several.
     */
    default int nodes() {
        return size();
    }

    /** The data source index of a unit. */
    int dataSource(int unit);

    /**
     * The actual SQL of a unit. For the same plan and data node it is the same String object, as long as only names
     * vary.
     */
    String sql(int unit);

    /**
     * The tables that a unit touches: equal for two units of one plan exactly when they go to the same actual tables. A
     * batch keeps the order of its rows among such units.
     *
     * @return null when it is not known
     */
    default @Nullable Object target(int unit) {
        return null;
    }

    /**
     * The position of the only unit among the plan's units, where all executions on that unit are this same object.
     *
     * @return -1 for all other executions
     */
    default int onlyUnit() {
        return -1;
    }

    /** How many {@code ?} the unit's SQL has. */
    int parameterCount(int unit);

    /**
     * Where the value of a unit's placeholder comes from.
     *
     * @param position 0-based
     * @return index of the statement parameter (its setter is replayed) or of the generated key appended to them; -1
     *     when the value is {@link #computedParameter}
     */
    int parameterSource(int unit, int position);

    /**
     * A value that only this execution knows, such as a widened LIMIT, for a placeholder whose source is -1; null where
     * the LIMIT is NULL, which is none.
     */
    @Nullable
    Object computedParameter(int unit, int position);

    /** How the units' results become one; null when there is one unit and its result is handed through. */
    @Nullable
    MergePlan merge();

    /** The bounds of the merge, without the statement's own maxRows. */
    MergeBounds bounds();

    /**
     * For an INSERT of several rows: which of its rows a unit holds, ascending.
     *
     * @return null when the unit holds all rows, or it is no INSERT ... VALUES
     */
    int @Nullable [] insertedRows(int unit);

    /** Whether the units' update counts are those of copies (a broadcast table): one counts, they must agree. */
    boolean replicated();
}
