package org.shardingjdbc.feature.together.transactions;

import java.sql.SQLException;

/**
 * One thing that an application does with its connection.
 *
 * @param text says what, for people
 */
record Step(String text, Action action) {
    /** What it does on one side. */
    interface Action {
        /** Returns what the application is told: a count, counts, rows as texts, or null. */
        Object run(Side side) throws SQLException;
    }

    /** What it comes to there. */
    Answer on(Side side) {
        return Answer.of(() -> action.run(side));
    }

    @Override
    public String toString() {
        return text;
    }
}
