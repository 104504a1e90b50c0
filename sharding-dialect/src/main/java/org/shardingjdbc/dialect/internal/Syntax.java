package org.shardingjdbc.dialect.internal;

/**
 * Where the same tokens mean different things, or where one database alone knows a form that another would take for
 * something else. The default answers are standard SQL's.
 */
public interface Syntax {
    /** Whether JOIN may do without a condition. */
    default boolean joinsWithoutCondition() {
        return false;
    }

    /** Whether a join in parentheses may have a name. */
    default boolean namedJoins() {
        return true;
    }

    /** Whether {@code FINAL TABLE (...)} is the rows of a write. */
    default boolean deltaTables() {
        return false;
    }

    /** Whether ANY and SOME are aggregates of conditions where no comparison stands before them. */
    default boolean truthAggregates() {
        return false;
    }

    /** Whether the name of any type may stand before a text: {@code uuid '...'}. */
    default boolean typesBeforeTexts() {
        return true;
    }

    /** Whether a name that begins with an underscore is the character set of the literal behind it. */
    default boolean characterSetsBeforeTexts() {
        return false;
    }

    /** Whether INTERVAL(n, a, b, ...) is a function. */
    default boolean intervalFunction() {
        return false;
    }

    /** Whether SET LOCAL is of the session; if not, of the transaction. */
    default boolean localIsSession() {
        return false;
    }

    /** Whether GROUP BY may say in which order groups come. */
    default boolean groupDirections() {
        return false;
    }

    /** Whether the partitions of a table, or its indexes, stand before its alias. */
    default boolean partitionsBeforeAlias() {
        return false;
    }

    /** Whether two opening parentheses are those of a join where a later branch of a union has such. */
    default boolean parenthesesOpenJoins() {
        return false;
    }

    /** How a comparison is written in which NULLs are equal. */
    default String nullSafeEqual() {
        return "IS NOT DISTINCT FROM";
    }

    /** How a lock is asked for that others may have as well. */
    default String shareLock() {
        return "FOR SHARE";
    }

    /** Whether LIMIT with a comma is told first how many rows are passed over. */
    default boolean offsetsBeforeCounts() {
        return false;
    }
}
