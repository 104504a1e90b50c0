package org.shardingjdbc.plan.internal.operator;

/**
 * What an execution does that takes several steps, each a statement of its own: the answer to a statement that no rule
 * proves for the data nodes that it touches. Immutable, may be kept with the plan.
 */
public sealed interface SteppedExecution
        permits PulledQuery,
                CopiedRows,
                CreatedCopy,
                StatementPerDataSource,
                KeyedWrite,
                LookedUpUpsert,
                SubqueriesFirst {}
