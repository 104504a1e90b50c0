/**
 * What databases tell of their replication. A connection enters; who takes writes, how far the log is and what a
 * replica has of it leave. Begin with {@link org.shardingjdbc.dialect.internal.replication.Replication}, a facet that
 * dialects implement; called by the rule for reads from replicas.
 */
package org.shardingjdbc.dialect.internal.replication;
