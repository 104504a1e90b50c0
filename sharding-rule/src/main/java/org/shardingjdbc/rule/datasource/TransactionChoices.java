package org.shardingjdbc.rule.datasource;

import org.jspecify.annotations.Nullable;

/**
 * What choices of data sources remember in one transaction of the application, so that its reads stay where they began.
 * One per transaction; used by one thread at a time.
 */
public interface TransactionChoices {
    /** Whether the application has declared the transaction as read-only. */
    boolean readOnly();

    /**
     * Whether the transaction may read from databases besides those that it writes: not in XA and BASE, nor where
     * another coordinator runs the transaction, since each database would become a branch.
     */
    boolean mayReadElsewhere();

    /** Whether the transaction has read from a primary already, so that an older answer of a replica would be wrong. */
    boolean isHome();

    /** Remembers that the transaction has read from a primary: {@link #isHome} is true from now on. */
    void goHome();

    /** The name of the database that is the primary of a group in this transaction; null where none was chosen yet. */
    @Nullable
    String home(String group);

    /**
     * Remembers the primary of a group in this transaction, which stays the same when the configuration changes.
     *
     * @param group for which {@link #home} is null
     * @param database the name of the database
     */
    void keepHome(String group, String database);

    /**
     * What was chosen for a data source in this transaction.
     *
     * @param by the object that made the choice; others do not see it
     * @return an index among {@link org.shardingjdbc.rule.DataSourceNames#all()}, -1 where nothing was
     */
    int chosen(Object by, int dataSource);

    /** Remembers a choice, and forgets the choices of other objects, which belong to another configuration. */
    void choose(Object by, int dataSource, int database);
}
