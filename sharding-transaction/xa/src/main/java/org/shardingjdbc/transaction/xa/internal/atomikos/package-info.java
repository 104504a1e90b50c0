/**
 * Atomikos as a coordinator. Branches enter; their common outcome leaves, and a log of it in files or in a database.
 * Begin with {@link org.shardingjdbc.transaction.xa.internal.atomikos.AtomikosCoordinator}; called through
 * {@link org.shardingjdbc.transaction.xa.internal.Coordinator}.
 */
package org.shardingjdbc.transaction.xa.internal.atomikos;
