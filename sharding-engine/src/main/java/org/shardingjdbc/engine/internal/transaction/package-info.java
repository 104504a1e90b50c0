/**
 * The types of transactions that a sharding data source has:
 * {@link org.shardingjdbc.engine.internal.transaction.TransactionTypes} finds their providers, starts and ends them.
 * What a session does with a transaction is in the package of sessions.
 */
package org.shardingjdbc.engine.internal.transaction;
