package org.shardingjdbc.rule;

import org.jspecify.annotations.Nullable;

/**
 * What choices of data sources remember in one transaction of the application, so that its reads stay where they began.
 * One per transaction; used by one thread at a time.
 */
public interface TransactionChoices {
    /** Whether the application said that the transaction writes nothing. */
    boolean readOnly();

    /** Whether branches on further databases do no harm: not in XA and BASE, nor where somebody else coordinates. */
    boolean mayReadElsewhere();

    /** Whether the transaction asked databases where rows are written, so that older answers would be a step back. */
    boolean isHome();

    /** From now on it is at home where rows are written. */
    void goHome();

    /** The name of the database where a group was written in this transaction; null where that was not chosen yet. */
    @Nullable
    String home(String group);

    /**
     * Remembers where a group is written in this transaction.
     *
     * @param group which has no home yet
     * @param database its name, which outlasts a configuration
     */
    void keepHome(String group, String database);

    /**
     * What was chosen for a data source in this transaction.
     *
     * @param by who chose; nobody else is told
     * @return an index among {@link DataSourceNames#all()}, -1 where nothing was
     */
    int chosen(Object by, int dataSource);

    /** Remembers a choice, and forgets those of others, who had another configuration. */
    void choose(Object by, int dataSource, int database);
}
