package org.shardingjdbc.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What choices of data sources remember in one transaction of the application, so that its reads stay where they began.
 * One per transaction; used by one thread at a time.
 */
public final class TransactionChoices {
    private static final int NONE = -1;

    private final boolean readOnly;
    private final boolean elsewhere;
    private boolean home;
    private @Nullable Object chooser;
    private int[] chosen = {};
    /** Groups, each followed by the database where it was written; their names, which outlast a configuration. */
    private final List<String> homes = new ArrayList<>(0);

    /**
     * @param readOnly whether the application said that it writes nothing
     * @param elsewhere see {@link #mayReadElsewhere}
     */
    public TransactionChoices(boolean readOnly, boolean elsewhere) {
        this.readOnly = readOnly;
        this.elsewhere = elsewhere;
    }

    /** Whether branches on further databases do no harm: not in XA and BASE, nor where somebody else coordinates. */
    public boolean mayReadElsewhere() {
        return elsewhere;
    }

    /** The name of the database where a group was written in this transaction; null where that was not chosen yet. */
    public @Nullable String home(String group) {
        for (int i = 0; i < homes.size(); i += 2) {
            if (homes.get(i).equals(group)) {
                return homes.get(i + 1);
            }
        }
        return null;
    }

    /** Remembers where a group is written in this transaction, which has no home yet. */
    public void home(String group, String database) {
        homes.add(group);
        homes.add(database);
    }

    private static int[] with(int[] before, int index, int value) {
        int[] all = before;
        if (index >= all.length) {
            all = Arrays.copyOf(before, index + 1);
            Arrays.fill(all, before.length, all.length, NONE);
        }
        all[index] = value;
        return all;
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
        chosen = with(chosen, dataSource, database);
    }

    /** The same to look at, whose changes nobody sees. */
    public TransactionChoices copy() {
        TransactionChoices copy = new TransactionChoices(readOnly, elsewhere);
        copy.home = home;
        copy.chooser = chooser;
        copy.chosen = chosen.clone();
        copy.homes.addAll(homes);
        return copy;
    }
}
