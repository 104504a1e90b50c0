package org.shardingjdbc.rule;

import java.util.Arrays;

/**
 * What choices of data sources remember in one transaction of the application, so that its reads stay where they began.
 * There is one only where branches on further databases do no harm: not in XA and BASE, nor where somebody else
 * coordinates. One per transaction; used by one thread at a time.
 */
public final class TransactionChoices {
    private static final int NONE = -1;

    private final boolean readOnly;
    private boolean home;
    private Object chooser;
    private int[] chosen = {};

    /** @param readOnly whether the application said that it writes nothing */
    public TransactionChoices(boolean readOnly) {
        this.readOnly = readOnly;
    }

    /** Whether the application said that the transaction writes nothing. */
    public boolean readOnly() {
        return readOnly;
    }

    /** Whether the transaction asked databases where rows are written, so that older answers would be a step back. */
    public boolean isHome() {
        return home;
    }

    /** From now on it is at home where rows are written. */
    public void goHome() {
        home = true;
    }

    /**
     * What was chosen for a data source in this transaction.
     *
     * @param by who chose; nobody else is told
     * @return an index among {@link DataSourceNames#all()}, -1 where nothing was
     */
    public int chosen(Object by, int dataSource) {
        return by == chooser && dataSource < chosen.length ? chosen[dataSource] : NONE;
    }

    /** Remembers a choice, and forgets those of others, who had another configuration. */
    public void choose(Object by, int dataSource, int database) {
        if (by != chooser) {
            chooser = by;
            chosen = new int[] {};
        }
        if (dataSource >= chosen.length) {
            int before = chosen.length;
            chosen = Arrays.copyOf(chosen, dataSource + 1);
            Arrays.fill(chosen, before, chosen.length, NONE);
        }
        chosen[dataSource] = database;
    }

    /** The same to look at, whose changes nobody sees. */
    public TransactionChoices copy() {
        TransactionChoices copy = new TransactionChoices(readOnly);
        copy.home = home;
        copy.chooser = chooser;
        copy.chosen = chosen.clone();
        return copy;
    }
}
