package org.shardingjdbc.engine.internal.limit;

import java.util.BitSet;

/** The data sources that executions of one statement could not reach, by index. One per statement's execution. */
public final class Outages {
    private final BitSet dataSources = new BitSet();

    /** A data source cannot be reached. */
    public void add(int dataSource) {
        dataSources.set(dataSource);
    }

    /** Nothing is known of any. */
    public void forget() {
        dataSources.clear();
    }

    /** Their indexes; not to be changed. */
    public BitSet dataSources() {
        return dataSources;
    }

    /** How many they are. */
    public int count() {
        return dataSources.cardinality();
    }
}
