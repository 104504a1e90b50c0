/**
 * The types of transactions that a sharding data source has:
 * {@link org.shardingjdbc.engine.internal.transactiontype.TransactionTypes} finds their providers, starts and ends
 * them. What a session does with a transaction is in {@code session.transaction}.
 */
package org.shardingjdbc.engine.internal.transactiontype;
