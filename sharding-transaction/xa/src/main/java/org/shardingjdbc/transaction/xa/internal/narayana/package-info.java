/**
 * Narayana as a coordinator, of the application's class path: nothing here is loaded before it is asked for. Branches
 * enter, their common outcome leaves. Begin with
 * {@link org.shardingjdbc.transaction.xa.internal.narayana.NarayanaCoordinator}; called through
 * {@link org.shardingjdbc.transaction.xa.internal.Coordinator}.
 */
package org.shardingjdbc.transaction.xa.internal.narayana;
