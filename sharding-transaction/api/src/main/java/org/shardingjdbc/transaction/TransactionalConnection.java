package org.shardingjdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A logical connection whose transactions may be of another type than the configured one:
 * {@code connection.unwrap(TransactionalConnection.class).setTransactionType("XA")}, or {@code SET
 * sharding.transaction_type = XA}. It lasts until the connection is closed. As with every connection, one thread at a
 * time uses it.
 */
@Incubating
public interface TransactionalConnection extends Connection {
    /**
     * The type of its transactions, in upper case.
     *
     * @throws SQLException when the connection is closed
     */
    String getTransactionType() throws SQLException;

    /**
     * Changes the type of the transactions that follow. A type is started when it is first asked for, with the
     * properties of the configuration.
     *
     * @param type such as {@code LOCAL} or {@code XA}, in any case; null for that of the configuration
     * @throws SQLException when no such type is on the class path, when it cannot start, or when a transaction has
     *     begun
     */
    void setTransactionType(@Nullable String type) throws SQLException;

    /**
     * Whether statements belong to a transaction that the user ends: autocommit is off, or {@code BEGIN} was executed.
     *
     * @throws SQLException when the connection is closed
     */
    boolean isInTransaction() throws SQLException;
}
