/**
 * Branches and transactions between the connections of the core and a transaction manager. Connections of branches
 * enter, their common outcome leaves. Begin with {@link org.shardingjdbc.transaction.xa.internal.XaTransactions}; a
 * coordinator in a package below begins the transactions, all else is the same for each.
 */
package org.shardingjdbc.transaction.xa.internal;
