package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Later.Reason;

/**
 * The steps for executions that are refused for one reason: the first alternative that suits their parameters.
 * Immutable.
 *
 * @param all in the order in which they are tried
 * @param advice what would open a way where no alternative suits; null for nothing
 * @param instead why no alternative suits, where that is another reason than that of the refusal; else null
 * @param others other steps for subqueries that are executed first and find values which cannot be bound; null where no
 *     subqueries are executed first
 * @param again why the steps are to be planned again; null where they last as long as the plan
 */
public record ChooseSteps(
        List<StepChoice> all,
        @Nullable String advice,
        @Nullable ShardingException instead,
        @Nullable Later<ErrorCode, ChooseSteps> others,
        @Nullable Reason again)
        implements Operator {
    /** No steps. */
    public static final ChooseSteps NONE = of(List.of());

    public ChooseSteps {
        all = List.copyOf(all);
    }

    public static ChooseSteps of(List<? extends StepChoice> all) {
        return new ChooseSteps(List.copyOf(all), null, null, null, null);
    }

    /** No steps, and what would open a way. */
    public static ChooseSteps none(String advice) {
        return new ChooseSteps(List.of(), advice, null, null, null);
    }

    /**
     * Whether an alternative suits all parameters. Ways behind it are then needed only where its subqueries find values
     * that cannot be bound.
     */
    public boolean suitAll() {
        return all.stream().anyMatch(StepChoice.SubqueriesFirst.class::isInstance);
    }

    /** The same steps with other ones where the values of subqueries cannot be bound. */
    public ChooseSteps otherwise(Later<ErrorCode, ChooseSteps> planned) {
        return new ChooseSteps(all, advice, instead, planned, again);
    }

    /** The same steps; where no alternative suits, that is for another reason than that of the refusal. */
    public ChooseSteps instead(ShardingException reason) {
        return new ChooseSteps(all, advice, reason, others, again);
    }

    /** The same steps for fewer parameters. */
    public ChooseSteps where(StepChoice.Condition also) {
        List<StepChoice> fewer = all.stream().map(each -> each.where(also)).toList();
        return new ChooseSteps(fewer, advice, instead, others, again);
    }

    /** The same steps, to be planned again for that reason. */
    public ChooseSteps plannedAgain(Later.Reason reason) {
        return new ChooseSteps(all, advice, instead, others, reason);
    }

    /** These alternatives, then those of {@code next}. */
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

    /** The steps of each alternative where it suits the parameters. */
    @Override
    public List<SteppedExecution> inputs() {
        return all.stream().flatMap(each -> each.steps().stream()).toList();
    }
}
