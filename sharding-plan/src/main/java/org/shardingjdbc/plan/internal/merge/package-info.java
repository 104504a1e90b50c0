/**
 * A proven statement enters; what the data nodes return for it and how their rows become one result leave, as a
 * {@link org.shardingjdbc.plan.internal.operator.Scatter}. {@link org.shardingjdbc.plan.internal.merge.QueryScatter} is
 * the entry for queries, {@link org.shardingjdbc.plan.internal.merge.WriteScatter} for writes.
 */
package org.shardingjdbc.plan.internal.merge;
