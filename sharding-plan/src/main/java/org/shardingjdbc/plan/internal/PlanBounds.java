package org.shardingjdbc.plan.internal;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.unit.RenderedUnits;

/**
 * How much the plan cache may hold. Immutable.
 *
 * @param plans at most so many plans
 * @param bytes at most so many bytes of heap, as {@link #weight} estimates them
 */
public record PlanBounds(int plans, long bytes) {
    /**
     * The bytes of a plan of the shortest statement that chooses one unit by itself, and keeps no tree. This and the
     * numbers below were measured over plans of several kinds; the estimate has the order of the true size.
     */
    private static final int BYTES_OF_ONE_UNIT_PLAN = 1_150;

    private static final int BYTES_OF_A_CHARACTER_OF_ONE_UNIT = 3;
    /** The bytes of a plan with its tree, the facts about its names, and the work of several units. */
    private static final int BYTES_OF_A_PLAN = 3_300;
    /** The bytes of a character of the text, and of the nodes that are made of it. */
    private static final int BYTES_OF_A_CHARACTER = 22;
    /** The bytes of a unit's place among the plan's units, and of its rendered SQL without the text. */
    private static final int BYTES_OF_A_UNIT = 140;

    private static final int LONGEST_TEXT = 1 << 24;

    /**
     * A rough number of the bytes of heap that a plan takes with its text, when all units whose SQL it keeps have been
     * executed once.
     */
    static int bytes(String sql, @Nullable StatementPlan plan) {
        long length = Math.min(sql.length(), LONGEST_TEXT);
        long units = plan instanceof CompiledPlan compiled && compiled.shape() != null
                ? RenderedUnits.capacity(compiled.shape().units())
                : 0;
        long rendered = units * (BYTES_OF_A_UNIT + length * 3 / 2);
        boolean one = plan instanceof CompiledPlan compiled && compiled.ofOneUnit();
        long own = one
                ? BYTES_OF_ONE_UNIT_PLAN + BYTES_OF_A_CHARACTER_OF_ONE_UNIT * length
                : BYTES_OF_A_PLAN + BYTES_OF_A_CHARACTER * length;
        return (int) Math.min(Integer.MAX_VALUE, own + rendered);
    }

    /**
     * What a plan counts for, or that there is none (null): its bytes, or its share of them when there are fewer plans
     * than that would allow.
     */
    int weight(String sql, @Nullable StatementPlan plan) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(bytes(sql, plan), bytes / plans));
    }
}
