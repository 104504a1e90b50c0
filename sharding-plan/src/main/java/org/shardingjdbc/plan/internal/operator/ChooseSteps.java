package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Later.Reason;

/**
 * What answers executions in steps that are refused for one reason: the first alternative that is one for their
 * parameters. Immutable.
 *
 * @param all in the order in which they are tried
 * @param advice what would open a way where none is one; null for nothing
 * @param instead why there is none, where that is another reason than the one that it is refused for; else null
 * @param others what is done where subqueries are executed first, and find what cannot be bound; null where none are
 * @param again why they are to be planned again; null where they last as long as the plan
 */
public record ChooseSteps(
        List<StepChoice> all,
        @Nullable String advice,
        @Nullable ShardingException instead,
        @Nullable Later<ErrorCode, ChooseSteps> others,
        @Nullable Reason again)
        implements Operator {
    /** There are none. */
    public static final ChooseSteps NONE = of(List.of());

    public ChooseSteps {
        all = List.copyOf(all);
    }

    public static ChooseSteps of(List<? extends StepChoice> all) {
        return new ChooseSteps(List.copyOf(all), null, null, null, null);
    }

    /** None, and what would open a way. */
    public static ChooseSteps none(String advice) {
        return new ChooseSteps(List.of(), advice, null, null, null);
    }

    /** Whether one is for all parameters, so that what would come behind it is for what it finds alone. */
    public boolean suitAll() {
        return all.stream().anyMatch(StepChoice.SubqueriesFirst.class::isInstance);
    }

    /** The same with what is done where the values of subqueries cannot be bound. */
    public ChooseSteps otherwise(Later<ErrorCode, ChooseSteps> planned) {
        return new ChooseSteps(all, advice, instead, planned, again);
    }

    /** The same where no alternative is one for another reason than the one that it is refused for. */
    public ChooseSteps instead(ShardingException reason) {
        return new ChooseSteps(all, advice, reason, others, again);
    }

    /** The same for less parameters. */
    public ChooseSteps where(StepChoice.Condition also) {
        List<StepChoice> fewer = all.stream().map(each -> each.where(also)).toList();
        return new ChooseSteps(fewer, advice, instead, others, again);
    }

    /** The same that do not last. */
    public ChooseSteps plannedAgain(Later.Reason reason) {
        return new ChooseSteps(all, advice, instead, others, reason);
    }

    /** These, then those. */
    public ChooseSteps and(ChooseSteps next) {
        List<StepChoice> both = new ArrayList<>(all);
        both.addAll(next.all);
        return new ChooseSteps(
                both,
                next.advice == null ? advice : next.advice,
                next.instead == null ? instead : next.instead,
                next.others == null ? others : next.others,
                next.again == null ? again : next.again);
    }

    public boolean last() {
        return again == null;
    }

    /** As {@link Steps#find}. */
    Decision<SteppedExecution> choose(Object[] parameters, ShardingException refusal) {
        for (StepChoice alternative : all) {
            Decision<SteppedExecution> chosen = alternative.choose(parameters, refusal);
            if (chosen != null) {
                return chosen;
            }
        }
        if (instead != null) {
            return new Decision.Refused<>(instead);
        }
        return new Decision.Refused<>(advice == null ? refusal : refusal.again(advice));
    }

    @Override
    public String word() {
        return "ChooseSteps";
    }

    /** Each where it is one for the parameters. */
    @Override
    public List<SteppedExecution> inputs() {
        return all.stream().flatMap(each -> each.steps().stream()).toList();
    }
}
