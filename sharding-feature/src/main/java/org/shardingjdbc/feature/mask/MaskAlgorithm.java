package org.shardingjdbc.feature.mask;

/** Makes what is seen of a value. Immutable, safe for all threads; does not block. */
@FunctionalInterface
public interface MaskAlgorithm {
    /**
     * The mask of a value.
     *
     * @param value never null: NULL is seen as NULL. Values of columns that are no texts come as
     *     {@link Object#toString} writes them
     * @return may be null, which is seen as NULL
     * @throws IllegalArgumentException when there is no mask for it; its message says why, and not which value
     */
    String mask(String value);
}
