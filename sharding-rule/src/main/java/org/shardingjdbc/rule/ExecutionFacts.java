package org.shardingjdbc.rule;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * What the choice of a data source may ask of one execution.
 *
 * @param kind what the statement does
 * @param transaction what the application's transaction did so far
 * @param choices what choices remember in that transaction; null where there is none
 * @param hints of the open {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and of the statement's comments,
 *     never null
 * @param dependent whether it must see what others of its session did: it is a step of another statement, or the
 *     session holds locks or changed definitions
 * @param shadow whether it runs on the shadow of production, as a {@link Rule#sideChoice} told
 * @param written when its session wrote, outside of the transaction that is open
 */
public record ExecutionFacts(
        StatementKind kind,
        TransactionState transaction,
        @Nullable TransactionChoices choices,
        HintValues hints,
        boolean dependent,
        boolean shadow,
        LastWrite written) {
    /** Of a read of a session that did nothing else, without hints: most executions are told this very object. */
    public static final ExecutionFacts OF_READS = new ExecutionFacts(
            StatementKind.READ, TransactionState.NONE, null, HintValues.NONE, false, false, LastWrite.NEVER);

    /** Those of now: these, when nothing is different, as an execution mostly differs in nothing from the last one. */
    public ExecutionFacts orNow(
            StatementKind kindNow,
            TransactionState transactionNow,
            TransactionChoices choicesNow,
            HintValues hintsNow,
            boolean dependentNow,
            boolean shadowNow,
            LastWrite writtenNow) {
        boolean same = kind == kindNow
                && transaction == transactionNow
                && choices == choicesNow
                && hints == hintsNow
                && dependent == dependentNow
                && shadow == shadowNow
                && written == writtenNow;
        if (same) {
            return this;
        }
        ExecutionFacts now =
                new ExecutionFacts(kindNow, transactionNow, choicesNow, hintsNow, dependentNow, shadowNow, writtenNow);
        return now.equals(OF_READS) ? OF_READS : now;
    }
}
