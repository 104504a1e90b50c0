/**
 * A log of decisions in a database, which processes share: each writes its own, and who lives ends the branches of who
 * does not. Decisions come in from a coordinator; branches that are ended are what leaves. Begin with
 * {@link org.shardingjdbc.transaction.xa.internal.log.SharedLog}; called by coordinators.
 *
 * <p>Why nobody decides otherwise than another. A process has a row, and writes a decision in one transaction with a
 * change of that row, if the row is not closed. Another process that has not seen the row change for a while closes it,
 * and only then reads the decisions and ends the branches. So each decision was either written before the row was
 * closed, and the other one reads it, or it cannot be written any more, and the process itself learns that. No clock is
 * compared with another, and how long the while is decides about nothing but patience.
 */
package org.shardingjdbc.transaction.xa.internal.log;
