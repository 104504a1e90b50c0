package org.shardingjdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A logical connection whose transactions may be of another type than the configured one:
 * {@code connection.unwrap(TransactionalConnection.class).setTransactionType("XA")}, or {@code SET
 * sharding.transaction_type = XA}. It lasts until the connection is closed.
 */
public interface TransactionalConnection extends Connection {
    /** The type of its transactions, in upper case. */
    String getTransactionType() throws SQLException;

    /**
     * Changes the type of the transactions that follow. A type is started when it is first asked for, with the
     * properties of the configuration.
     *
     * @param type such as {@code LOCAL} or {@code XA}, in any case; null for that of the configuration
     * @throws SQLException when no such type is on the class path, when it cannot start, or when a transaction has
     *     begun
     */
    void setTransactionType(String type) throws SQLException;

    /**
     * Whether statements belong to a transaction that the user ends: autocommit is off, or {@code BEGIN} was executed.
     */
    boolean isInTransaction() throws SQLException;
}
