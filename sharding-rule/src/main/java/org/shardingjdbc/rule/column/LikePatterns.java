package org.shardingjdbc.rule.column;

import org.shardingjdbc.Incubating;

/**
 * Makes patterns of LIKE for values that are stored character by character, each in a form of its own: a stored value
 * is like {@link #start} and the stored pattern exactly when the value is like the pattern, case and accents counted.
 * What it makes has no escape character, and letters and digits only beside {@code %} and {@code _}. Safe for all
 * threads.
 */
@Incubating
public interface LikePatterns {
    /** No escape character. */
    int NO_ESCAPE = -1;

    /** What each stored value begins with; may be empty. */
    String start();

    /**
     * The stored form of a pattern, or of one of several texts that make it up, without {@link #start}.
     *
     * @param part as a setter was given it, or a text literal; not null
     * @param escape the character before {@code %} or {@code _} that are none, or {@link #NO_ESCAPE}
     * @throws IllegalArgumentException when it is no text, or the escape character stands before anything else
     */
    String pattern(Object part, int escape);
}
