/**
 * Proofs that each of several data nodes may do its part of a statement by itself. A rule says of one construct that it
 * is proved, and by what, or refused, and why ({@link org.shardingjdbc.plan.internal.proof.Verdict}); what is said of a
 * statement is put together of these values, and nothing is raised.
 * {@link org.shardingjdbc.plan.internal.proof.PushdownProof} is for queries,
 * {@link org.shardingjdbc.plan.internal.proof.WriteProof} for writes.
 */
package org.shardingjdbc.plan.internal.proof;
