package org.shardingjdbc.plan.internal;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells texts that come again and again from those that come once, in a memory of fixed size. A slot holds the hash of
 * a text and how often the text came, until another text takes the slot. Two threads may count one occurrence for two,
 * and two texts with one hash are counted together. That does no harm: a text only counts as frequent earlier or later.
 * Safe for all threads, which share no more than the slots of their texts.
 */
final class RepeatedTexts {
    private static final int SLOTS = 1 << 10;
    private static final int OFTEN = 16;
    /**
     * How many more times a text must come before it counts as frequent again: what was made of it may be gone by then.
     */
    private static final int PAUSE = 16 * OFTEN;

    private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

    /** Counts an occurrence of a text. Returns whether the text came often enough to keep what is made of it. */
    boolean comesOften(String sql) {
        int hash = sql.hashCode();
        int slot = (hash ^ hash >>> 16) & (SLOTS - 1);
        long known = slots.getPlain(slot);
        int times = (int) (known >>> 32) == hash ? (int) known + 1 : 1;
        boolean often = times >= OFTEN;
        slots.setPlain(slot, (long) hash << 32 | (often ? -PAUSE : times) & 0xFFFF_FFFFL);
        return often;
    }
}
