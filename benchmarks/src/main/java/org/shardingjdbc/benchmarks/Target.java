package org.shardingjdbc.benchmarks;

import java.sql.SQLException;

/**
 * One who takes part: every operation is done by each in its own way, over the same data (see {@link Data}). One thread
 * uses it. Results are returned so that they can be compared, and so that no compiler removes their making.
 */
interface Target extends AutoCloseable {
    /** The status of an order: prepared, executed and closed. */
    String prepareEach(long order) throws SQLException;

    /** The same with a statement that is prepared once. */
    String reused(long order) throws SQLException;

    /** The same with a connection of its own. */
    String connectionEach(long order) throws SQLException;

    /** The same with the values in the text, which differs each time. */
    String literals(long order) throws SQLException;

    /** The same with values in a text that is the same each time. */
    String sameText() throws SQLException;

    /** Inserts an order; a statement that is prepared once. */
    int insert(long order) throws SQLException;

    /** Changes the status of an order. */
    int update(long order) throws SQLException;

    /** Deletes an order. */
    int delete(long order) throws SQLException;

    /**
     * Inserts orders as a batch in one transaction.
     *
     * @param first of {@code count}
     */
    int batch(long first, int count) throws SQLException;

    /** Inserts ten orders with one statement of ten rows. */
    int insertRows(long first) throws SQLException;

    /** The sum of the order ids that ten keys find, by IN. */
    long in(long[] orders) throws SQLException;

    /** The sum of the order ids between two, both included. */
    long range(long first, long last) throws SQLException;

    /** The sum of the item ids and quantities of an order, by a join on its id alone. */
    long joinByKey(long order) throws SQLException;

    /** The sum of the item ids and quantities of a user's orders, by a join. */
    long join(int user) throws SQLException;

    /** The sum of the first ten order ids in their order, after an offset. */
    long top(int offset) throws SQLException;

    /** The sum of the order ids of all rows, read in their order. */
    long stream() throws SQLException;

    /** How many groups there are by user, and the sum of their sizes times user. */
    long groupByUser() throws SQLException;

    /**
     * How many groups there are by status, of which there are few, and the sum of their sizes times length of status.
     */
    long groupByStatus() throws SQLException;

    /** One more for another thread, over the same pools; closed before this one. */
    Target another() throws SQLException;

    @Override
    void close() throws SQLException;
}
