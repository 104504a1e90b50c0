package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ShardingException;

/**
 * What the parameters and hints of an execution decide: it goes to one data node, to several, or is answered in steps.
 * Immutable.
 *
 * @param one what one data node does; null where no data node may do it
 * @param several what several do, or why no rule proves it; null where that is planned later
 * @param steps what answers what is refused; null where {@code several} is
 * @param later plans the statement with what several do; null where that is known
 */
public record Choose(Route one, Decision<Scatter> several, Steps steps, Later<Route, ShardPlan> later)
        implements Operator {
    /** All is planned. */
    public Choose(Route one, Decision<Scatter> several, Steps steps) {
        this(one, several, steps, null);
    }

    /** Only what one data node does is planned. */
    public static Choose one(Route one, Later<Route, ShardPlan> later) {
        return new Choose(one, null, null, later);
    }

    /** Whatever the parameters are, it is refused, unless it is answered in steps. */
    public static Choose refused(ShardingException reason, Steps steps) {
        return new Choose(null, new Decision.Refused<>(reason), steps);
    }

    @Override
    public List<Operator> inputs() {
        List<Operator> inputs = new ArrayList<>();
        if (one != null) {
            inputs.add(one);
        }
        if (several instanceof Decision.Refused<Scatter> refused) {
            inputs.add(refused);
        } else if (several != null) {
            inputs.add(several.proved());
        }
        if (steps != null && steps.planned() != null) {
            inputs.add(steps.planned());
        }
        if (later != null) {
            inputs.add(later);
        }
        return inputs;
    }
}
