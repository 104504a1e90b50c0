package org.shardingjdbc.rule.algorithm;

/** Makes keys that are unique over all data nodes. Safe for all threads. */
public interface KeyGenerator {
    /** The next key, never null and never given before: a Long or a String. */
    Comparable<?> next();

    /**
     * The keys of one execution of an INSERT, in the order of its rows; as many calls of {@link #next()} if not
     * overridden.
     *
     * @param keys where they go
     * @param from index of the first one
     * @param to index behind the last one
     */
    default void next(Object[] keys, int from, int to) {
        for (int i = from; i < to; i++) {
            keys[i] = next();
        }
    }

    /**
     * This generator for one column, for generators that depend on the column. What it returns shares the state of this
     * one, so that no key is given twice.
     *
     * @param logicTable as configured
     * @param column as configured
     */
    default KeyGenerator forColumn(String logicTable, String column) {
        return this;
    }
}
