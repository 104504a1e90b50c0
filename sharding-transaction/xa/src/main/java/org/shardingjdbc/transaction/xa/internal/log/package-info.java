/**
 * A log of decisions in a database, which processes share: each writes its own, and who lives ends the branches of who
 * does not. Decisions come in from a coordinator; branches that are ended are what leaves. Begin with
 * {@link org.shardingjdbc.transaction.xa.internal.log.SharedLog}; called by coordinators.
 */
package org.shardingjdbc.transaction.xa.internal.log;
