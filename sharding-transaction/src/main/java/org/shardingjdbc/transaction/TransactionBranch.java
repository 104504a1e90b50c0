package org.shardingjdbc.transaction;

import java.sql.Connection;

/**
 * The part of a transaction on one data source.
 *
 * @param dataSourceName unique in the transaction
 * @param connection stays the branch's until the transaction is over; whoever enlisted it gives it back
 */
public record TransactionBranch(String dataSourceName, Connection connection) {}
