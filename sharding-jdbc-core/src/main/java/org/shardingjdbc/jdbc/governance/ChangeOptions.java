package org.shardingjdbc.jdbc.governance;

import java.time.Duration;

/**
 * How a change is carried through.
 *
 * @param atMost how long at most the other instances are waited for; zero for not at all
 * @param rollBack whether it is undone, by a further version, when an instance cannot take it or does not in that time
 */
public record ChangeOptions(Duration atMost, boolean rollBack) {
    /** It counts once it is written; nobody is waited for. */
    public static final ChangeOptions AT_ONCE = new ChangeOptions(Duration.ZERO, false);

    /** Waits for all instances, and tells those that do not take it. */
    public static ChangeOptions waiting(Duration atMost) {
        return new ChangeOptions(atMost, false);
    }

    /** All instances or none. */
    public static ChangeOptions allOrNone(Duration atMost) {
        return new ChangeOptions(atMost, true);
    }
}
