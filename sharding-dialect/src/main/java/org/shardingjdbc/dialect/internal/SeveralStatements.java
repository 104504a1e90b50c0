package org.shardingjdbc.dialect.internal;

import org.jspecify.annotations.Nullable;

/**
 * What a database and its driver make of a text of several statements. Immutable.
 *
 * @param allowing the setting of the driver without which it refuses them; null where it always takes them
 * @param question a text of several statements that does nothing, which fails without that setting; null where it
 *     always takes them
 * @param unity what is one: each statement by itself, or all of them together
 * @param results which results are shown
 * @param keys which generated keys are shown
 * @param batchCount what a batch counts of such a text
 * @param gaps what nothing between two semicolons is
 */
public record SeveralStatements(
        @Nullable String allowing,
        @Nullable String question,
        Unity unity,
        Results results,
        Keys keys,
        BatchCount batchCount,
        Gaps gaps) {
    /** What is one. */
    public enum Unity {
        /** Each statement: what was executed before one fails stays. */
        EACH,
        /** Each where no transaction is open; in a transaction a failure undoes the text. */
        EACH_OR_UNDONE,
        /** All: they are one transaction where none is open. */
        TRANSACTION
    }

    /** Which results are shown. */
    public enum Results {
        /** That of the first statement; what the application asked for is asked of that alone. */
        FIRST,
        /** Those of all; what the application asked for is asked of the first alone. */
        ALL,
        /** Those of all; there must be no rows for executeUpdate, and one result for executeQuery. */
        ALL_ALIKE
    }

    /** Which generated keys are shown. */
    public enum Keys {
        /** Those of the statement whose result is shown. */
        OF_RESULT,
        /** None. */
        NONE,
        /** Rows in the place of counts, which nobody expects. */
        REFUSED
    }

    /** What a batch counts of such a text. */
    public enum BatchCount {
        /** The first count. */
        FIRST,
        /** Nothing that belongs to the text: that it succeeded. */
        SUCCESS,
        /** It fails, though it was executed. */
        REFUSED
    }

    /** What nothing between two semicolons is. */
    public enum Gaps {
        /** Nothing. */
        PASSED_OVER,
        /** At the beginning a statement that changes no rows. */
        FIRST_COUNTS,
        /** A mistake, when its turn comes. */
        REFUSED
    }
}
