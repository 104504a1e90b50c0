package org.shardingjdbc.engine.observe;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a sharding data source has done since counting began. Every number only grows, but for the number of plans, and
 * is the number of now whenever it is asked for. Safe for all threads.
 *
 * <p>Statements are those of the application; the steps of a statement are none of their own. A statement is counted
 * when its route is known: what was refused before that is among the {@link #refusals} only.
 *
 * <p>Of statements that go to one data node one in {@link #SAMPLE} is timed and taken for all of them: to read the
 * clock takes longer than to count. All others are timed one by one.
 */
public interface Statistics {
    /** Of so many statements that go to one data node one is timed. */
    int SAMPLE = 16;

    /** The statements of that route. */
    long statements(StatementRoute route);

    /**
     * How long statements of that route took, in nanoseconds: from the choice of the data nodes until the method of the
     * application returns, without the rows that are read after that; 0 for {@link StatementRoute#SESSION}.
     */
    long nanos(StatementRoute route);

    /** The longest of them since it was asked for last, in nanoseconds; 0 when there was none. */
    long takeLongestNanos(StatementRoute route);

    /** The execution units of all statements and their steps. */
    long units();

    /** How long the rows of merged results took, in nanoseconds, the waiting for the rows of the shards included. */
    long mergeNanos();

    /** The results that were merged. */
    long merges();

    /** The rows that were pulled together, for statements that no data node can answer alone. */
    long pulledRows();

    /** The plans that are kept now. */
    long plans();

    /**
     * How often a plan was found among those that are kept; what a PreparedStatement keeps itself is not looked for.
     */
    long planHits();

    /** How often a plan had to be made. */
    long planMisses();

    /** What was refused or wrong, by its code, such as {@code SHD-2004}; only codes that occurred. */
    Map<String, Long> refusals();

    /**
     * Passes on each error code that has occurred, and every other one as soon as it occurs for the first time, until
     * the registration is closed. A refusal that is just being passed on may come a moment later still.
     *
     * @param told called by any thread; must be quick and must not throw
     */
    ObserverRegistration eachRefusalCode(Consumer<String> told);

    /** The errors of drivers by data source, constraints that do not hold included. */
    Map<String, Long> errors();

    /** The jobs that move rows in this data source now. */
    List<MoveState> moves();
}
