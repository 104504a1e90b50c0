package org.shardingjdbc.plan.internal.operator;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * What answers a statement in steps that no rule proves. Safe for all threads.
 *
 * @param refusal why its text is refused on several data nodes; null where nothing is planned for that
 * @param planned what answers it then, planned with the text; null like that
 * @param later what answers executions that are refused otherwise, by why they are; null where nothing does
 */
public record Steps(
        @Nullable ErrorCode refusal,
        @Nullable ChooseSteps planned,
        @Nullable Later<ErrorCode, ChooseSteps> later) {
    /** Plans them by why executions are refused. */
    public interface Planning extends Later.Planning<ErrorCode, ChooseSteps> {
        @Override
        ChooseSteps plan(ErrorCode refusal);

        @Override
        default boolean lasts(ChooseSteps planned) {
            return planned.last();
        }
    }

    /** There are none. */
    public static final Steps NONE = new Steps(null, null, null);

    /**
     * Planned with the text, unless a database that has to be asked does not answer.
     *
     * @param planning plans them by why executions are refused
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

    /** Planned when they are needed. */
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
     * @param raised why it is not answered in one step
     * @return refused with that refusal when there are none, or with what would overcome it
     */
    public Decision<SteppedExecution> find(Object[] parameters, ShardingException raised) {
        ChooseSteps alternatives = by(raised);
        return alternatives == null ? new Decision.Refused<>(raised) : alternatives.choose(parameters, raised);
    }

    /** The same where the values of the subqueries that were executed first turned out not to be bound. */
    public Decision<SteppedExecution> findOthers(Object[] parameters, ShardingException raised) {
        ChooseSteps alternatives = by(raised);
        return alternatives == null || alternatives.others() == null
                ? new Decision.Refused<>(raised)
                : alternatives.others().of(raised.code()).choose(parameters, raised);
    }

    /** Null for none. */
    private @Nullable ChooseSteps by(ShardingException raised) {
        if (planned != null && raised.code() == refusal) {
            return planned;
        }
        return later == null ? null : later.of(raised.code());
    }
}
