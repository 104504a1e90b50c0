package org.shardingjdbc.rule;

/**
 * When a session wrote: everything that it wrote so far was committed before that time. Immutable.
 *
 * @param ever whether it wrote at all
 * @param nanos by {@link System#nanoTime()}; of no account where it never wrote
 */
public record WrittenBefore(boolean ever, long nanos) {
    /** Of a session that has not written. */
    public static final WrittenBefore NEVER = new WrittenBefore(false, 0);

    /** Of one that may have written up to now. */
    public static WrittenBefore now() {
        return new WrittenBefore(true, System.nanoTime());
    }
}
