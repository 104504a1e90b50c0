/**
 * The state of a logical connection: settings, transaction, held physical connections, running executions. Statements
 * and the connection's JDBC face call {@link org.shardingjdbc.engine.internal.session.Session}.
 */
package org.shardingjdbc.engine.internal.session;
