package org.shardingjdbc.plan.internal.nested;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A few variants of a step that only executions know, such as by how many values they found; they are kept with the
 * operator, so that each is made and planned once. Safe for all threads.
 *
 * @param <K> what tells variants apart
 * @param <V> a variant
 */
public final class Variants<K, V> {
    /** More are hardly ever needed again, so that the first ones are made anew. */
    private static final int MOST = 16;

    /** Null before the first: most plans are never executed in another way. */
    private volatile @Nullable Map<K, V> variants;

    /** The variant, made where it is not there. */
    public V get(K key, Function<K, V> making) {
        return get(key, making, made -> true);
    }

    /** As the other one; what does not last is made again the next time. */
    public V get(K key, Function<K, V> making, Predicate<V> lasts) {
        Map<K, V> kept = variants;
        V known = kept == null ? null : kept.get(key);
        if (known == null) {
            known = making.apply(key);
            if (!lasts.test(known)) {
                return known;
            }
            V other = kept().putIfAbsent(key, known);
            return other == null ? known : other;
        }
        return known;
    }

    private synchronized Map<K, V> kept() {
        if (variants == null || variants.size() >= MOST) {
            variants = new ConcurrentHashMap<>();
        }
        return variants;
    }
}
