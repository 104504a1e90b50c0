/**
 * The state of a logical connection: settings, transaction, held physical connections, running executions. Statements
 * and the connection's JDBC face call {@link io.shardingjdbc.jdbc.internal.session.Session}.
 */
package io.shardingjdbc.jdbc.internal.session;
