/**
 * One transaction of a session: {@link org.shardingjdbc.engine.internal.session.transaction.LogicTransaction} has its
 * branches, savepoints and settings, as its own executions need them, and the plans of definitions that it alone sees,
 * which it reads by leases of the session's connections; how it commits is the affair of a provider of transactions.
 * Called by the session.
 */
package org.shardingjdbc.engine.internal.session.transaction;
