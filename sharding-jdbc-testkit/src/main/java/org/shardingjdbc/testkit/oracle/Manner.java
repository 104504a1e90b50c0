package org.shardingjdbc.testkit.oracle;

import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;

/**
 * How a statement is run.
 *
 * @param prepared by a PreparedStatement even without parameters
 * @param twice the same text again, which finds the plan made
 * @param transaction inside a transaction, which is rolled back unless {@code committed}
 * @param committed whether its changes are kept until both sides have been compared, else rolled back
 * @param keys the generated keys of an INSERT are asked for
 * @param after the sharded side runs the same text with other literals before, which finds the plan of both made
 * @param kept what is prepared is kept and executed again when its text comes again
 * @param elsewhere the sharded side makes definitions through another sharding DataSource over the same databases
 */
record Manner(
        boolean prepared,
        boolean twice,
        boolean transaction,
        boolean committed,
        boolean keys,
        boolean after,
        boolean kept,
        boolean elsewhere) {
    static final Manner PLAIN = new Manner(false, false, false, false, false, false);
    static final Manner WRITE = new Manner(false, false, true, false, false, false);
    static final Manner SCRIPT = new Manner(false, false, false, true, false, false);

    /** Where nothing is defined. */
    Manner(boolean prepared, boolean twice, boolean transaction, boolean committed, boolean keys, boolean after) {
        this(prepared, twice, transaction, committed, keys, after, false, false);
    }

    /** @param keep whether changes may be committed, because the rows can be restored */
    static Manner of(RandomChoices choices, TrialKind kind, boolean keep) {
        boolean prepared = choices.chance(30);
        boolean twice = choices.chance(15);
        boolean alone = choices.chance(80);
        boolean committed = choices.chance(15) && keep;
        boolean keys = choices.chance(15);
        boolean after = choices.chance(50);
        return switch (kind) {
            case READ -> new Manner(prepared, twice, !alone, false, false, after);
            case WRITE -> new Manner(prepared, false, !(committed && alone), committed, keys, after);
            case TRANSACTION -> new Manner(prepared, false, true, committed, keys, after);
            case SCRIPT -> {
                boolean kept = choices.chance(65);
                yield new Manner(kept, false, false, true, keys, false, kept, choices.chance(50));
            }
        };
    }
}
