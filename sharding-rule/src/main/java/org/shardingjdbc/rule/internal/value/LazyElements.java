package org.shardingjdbc.rule.internal.value;

import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Elements by their positions, made when they are first asked for and kept, in small arrays: who uses a few of a
 * hundred thousand needs no place for all. Written by any thread: of two that were made at a time either serves, so
 * they are to be equal and immutable.
 *
 * @param <T> their type
 */
public final class LazyElements<T> {
    private static final int BITS = 6;
    /** So many stand in one array. */
    public static final int TOGETHER = 1 << BITS;

    private final int size;
    private final IntFunction<T> maker;
    /** Null before the first one is asked for, and so each of its arrays. */
    private @Nullable Object @Nullable [] @Nullable [] made;

    /**
     * @param size how many they are
     * @param maker gives the one at a position
     */
    public LazyElements(int size, IntFunction<T> maker) {
        this.size = size;
        this.maker = maker;
    }

    /** How many they are. */
    public int size() {
        return size;
    }

    /**
     * The one at a position.
     *
     * @throws IndexOutOfBoundsException where there is none
     */
    @SuppressWarnings("unchecked")
    public T get(int position) {
        Objects.checkIndex(position, size);
        Object[][] all = made;
        if (all == null) {
            all = new Object[(size - 1 >> BITS) + 1][];
            made = all;
        }
        Object[] kept = all[position >> BITS];
        if (kept == null) {
            kept = new Object[Math.min(TOGETHER, size - (position & -TOGETHER))];
            all[position >> BITS] = kept;
        }
        int at = position & TOGETHER - 1;
        Object element = kept[at];
        if (element == null) {
            element = maker.apply(position);
            kept[at] = element;
        }
        return (T) element;
    }
}
