package org.shardingjdbc.engine.observe;

/**
 * Is notified of what happens to the tasks of one execution, its units. The calls for a unit come from one thread at a
 * time, of several units from several threads at once; the thread of the session sees all when the execution has run.
 * Where a unit does not run at all, as the pool has no connection, nothing is called for it. Methods must be quick;
 * what they throw is logged and harms no statement. Units are numbered from 0 to below {@link ObservedUnits#size()}.
 */
public interface UnitListener {
    /** The execution has the connections of all its units. */
    void connected();

    /**
     * A unit begins: it has a connection, and its turn on it.
     *
     * @param dataSourceName where it really goes
     */
    void began(int unit, String dataSourceName);

    /**
     * A unit was executed; its rows, if it has any, were not read yet.
     *
     * @param changed how many rows it changed; -1 when that is not known, as of a query
     * @param roundTrips how many statements it sent; 0 when it went together with another unit
     */
    void executed(int unit, long changed, int roundTrips);

    /**
     * The rows of a unit were read to their end, or as far as they were needed.
     *
     * @param rows how many were read
     * @param nanos how long reading them took
     */
    void rowsRead(int unit, long rows, long nanos);

    /** A unit failed after it had begun. */
    void failed(int unit, Throwable cause);

    /** The statement of a unit was closed, or is kept for the next execution. */
    void closed(int unit);
}
