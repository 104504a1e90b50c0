package org.shardingjdbc.feature.mask;

/** Masks values. Immutable, safe for all threads; does not block. */
@FunctionalInterface
public interface MaskAlgorithm {
    /**
     * The mask of a value.
     *
     * @param value never null: NULL is shown as NULL. Values of columns that are no texts come as
     *     {@link Object#toString} writes them
     * @return may be null, which is shown as NULL
     * @throws IllegalArgumentException when there is no mask for the value; the message says why, without the value
     */
    String mask(String value);
}
