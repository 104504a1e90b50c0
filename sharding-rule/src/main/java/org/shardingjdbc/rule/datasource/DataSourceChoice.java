package org.shardingjdbc.rule.datasource;

/**
 * Chooses the database that stands for a data source in one execution. Immutable, shared by all threads; called on
 * every execution, so it must be quick.
 */
@FunctionalInterface
public interface DataSourceChoice {
    /**
     * The database on which the units of a data source run.
     *
     * @param dataSource its index
     * @return an index among {@link org.shardingjdbc.rule.DataSourceNames#all()}, which no other data source may get in
     *     the same execution
     */
    int choose(int dataSource, ExecutionFacts facts);

    /**
     * Asked before a transaction of the application is committed.
     *
     * @param choices what was remembered in it
     * @throws org.shardingjdbc.error.ShardingException when it must be rolled back
     */
    default void beforeCommit(TransactionChoices choices) {}

    /**
     * Called for a database where a session holds locks.
     *
     * @param database its name
     * @throws org.shardingjdbc.error.ShardingException when these locks protect nothing any more, because rows are now
     *     written elsewhere
     */
    default void requireHome(String database) {}
}
