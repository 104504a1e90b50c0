/**
 * Proofs that each of several data nodes may do its part of a statement by itself, or refusals that name what stands in
 * the way: the first one is taken down in {@link org.shardingjdbc.plan.internal.syntax.Refusals}, none is raised.
 * {@link org.shardingjdbc.plan.internal.proof.PushdownProof} is for queries,
 * {@link org.shardingjdbc.plan.internal.proof.WriteProof} for writes.
 */
package org.shardingjdbc.plan.internal.proof;
