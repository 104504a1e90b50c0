package io.shardingjdbc.merge;

import java.util.Arrays;

/** What tells rows apart in a hash table: one object per column, null for NULL, which here equals itself. */
final class RowKey {
    private final Object[] parts;
    private final int hash;

    private RowKey(Object[] parts) {
        this.parts = parts;
        hash = Arrays.hashCode(parts);
    }

    /** @param parts with equals and hashCode; not changed afterwards */
    static RowKey of(Object[] parts) {
        return new RowKey(parts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey key && hash == key.hash && Arrays.equals(parts, key.parts);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
