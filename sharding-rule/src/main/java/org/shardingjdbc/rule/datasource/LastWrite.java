package org.shardingjdbc.rule.datasource;

import org.shardingjdbc.Incubating;

/**
 * When a session wrote: everything that it wrote so far was committed before that time. Immutable.
 *
 * @param ever whether it wrote at all
 * @param nanos by {@link System#nanoTime()}; meaningless if it never wrote
 */
@Incubating
public record LastWrite(boolean ever, long nanos) {
    /** Of a session that has not written. */
    public static final LastWrite NEVER = new LastWrite(false, 0);

    /** Of one that may have written up to now. */
    public static LastWrite now() {
        return new LastWrite(true, System.nanoTime());
    }
}
