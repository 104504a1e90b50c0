package org.shardingjdbc.plan.internal.operator;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * The steps that answer a statement which no rule proves. Safe for all threads.
 *
 * @param refusal why the text is refused on several data nodes; null where no steps are planned for that
 * @param planned the steps for that refusal, planned with the text; null where {@code refusal} is
 * @param later the steps for executions that are refused for other reasons, by reason; null where there are none
 */
public record Steps(
        @Nullable ErrorCode refusal,
        @Nullable ChooseSteps planned,
        @Nullable Later<ErrorCode, ChooseSteps> later) {
    /** Plans steps, by the reason of a refusal. */
    public interface Planning extends Later.Planning<ErrorCode, ChooseSteps> {
        @Override
        ChooseSteps plan(ErrorCode refusal);

        @Override
        default boolean lasts(ChooseSteps planned) {
            return planned.last();
        }
    }

    /** No steps. */
    public static final Steps NONE = new Steps(null, null, null);

    /**
     * Steps that are planned with the text, unless a database that has to be asked does not answer.
     *
     * @param planning plans steps by the reason of a refusal
     */
    public static Steps of(ErrorCode refusal, Planning planning) {
        Decision<ChooseSteps> decided = Decision.ofDatabases(() -> new Decision.Proved<>(planning.plan(refusal)));
        if (decided instanceof Decision.Proved<ChooseSteps> planned) {
            Later.Reason again = planned.way().again();
            return again == null
                    ? new Steps(refusal, planned.way(), later(Later.Reason.REFUSED_BY_VALUES, planning))
                    : of(again, planning);
        }
        return of(Later.Reason.ASKED_AGAIN, planning);
    }

    /** Steps that are planned when they are needed. */
    public static Steps of(Later.Reason reason, Planning planning) {
        return new Steps(null, null, later(reason, planning));
    }

    /** Those that are planned when they are needed. */
    public static Later<ErrorCode, ChooseSteps> later(Later.Reason reason, Planning planning) {
        return new Later<>(reason, planning);
    }

    /**
     * The steps of one execution.
     *
     * @param parameters the statement's, 0-based, followed by the generated keys
     * @param raised why the execution is not answered in one step
     * @return refused with that refusal when there are no steps, or with what would overcome it
     */
    public Decision<SteppedExecution> find(Object[] parameters, ShardingException raised) {
        ChooseSteps alternatives = by(raised);
        return alternatives == null ? new Decision.Refused<>(raised) : alternatives.choose(parameters, raised);
    }

    /** The steps where subqueries were executed first and their values cannot be bound. */
    public Decision<SteppedExecution> findOthers(Object[] parameters, ShardingException raised) {
        ChooseSteps alternatives = by(raised);
        return alternatives == null || alternatives.others() == null
                ? new Decision.Refused<>(raised)
                : alternatives.others().of(raised.code()).choose(parameters, raised);
    }

    /** The alternatives for that refusal; null for none. */
    private @Nullable ChooseSteps by(ShardingException raised) {
        if (planned != null && raised.code() == refusal) {
            return planned;
        }
        return later == null ? null : later.of(raised.code());
    }
}
