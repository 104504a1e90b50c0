package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;

/**
 * Slots of which it is counted how often statements ask for them: one of fifty values that are placed, by chance,
 * counts fifty times. The others cost a number of the thread's own, and neither an object nor a write that others see.
 * Where nobody counts, the choice is the counted one itself. Safe for all threads.
 *
 * @param choice tells where slots are
 * @param slotOf tells the slot of a value that the choice has taken
 * @param counts by slot
 */
record SampledSlots(StandardChoice choice, SlotOf slotOf, AtomicLongArray counts) implements StandardChoice {
    /** Two of a hundred. */
    static final int EVERY = 50;

    /** Where values belong. */
    interface SlotOf {
        int slot(Object value);

        int slot(long number);
    }

    private static boolean isSampled() {
        return ThreadLocalRandom.current().nextInt(EVERY) == 0;
    }

    @Override
    public int target(Object value) {
        int target = choice.target(value);
        if (isSampled()) {
            counts.addAndGet(slotOf.slot(value), EVERY);
        }
        return target;
    }

    @Override
    public int placeOf(long value, boolean narrow) {
        if (isSampled()) {
            counts.addAndGet(slotOf.slot(value), EVERY);
        }
        return choice.placeOf(value, narrow);
    }

    @Override
    public int @Nullable [] slots() {
        return choice.slots();
    }

    @Override
    public long[] statementsOfSlots() {
        long[] copy = new long[counts.length()];
        for (int slot = 0; slot < copy.length; slot++) {
            copy[slot] = counts.get(slot);
        }
        return copy;
    }

    @Override
    public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
        choice.range(range, chosen);
    }
}
