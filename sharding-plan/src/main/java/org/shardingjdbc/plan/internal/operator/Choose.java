package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ShardingException;

/**
 * What the parameters and hints of an execution decide: it goes to one data node, to several, or is answered in steps.
 * Immutable.
 *
 * @param one what one data node does; null where no data node may do it
 * @param several what several do, or why no rule proves it; null where the text chooses one, so that this is planned
 *     when a hint or a parameter chooses several
 * @param steps what answers what is refused; null where {@code several} is
 */
public record Choose(Route one, Decision<Scatter> several, Steps steps) implements Operator {
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
        return inputs;
    }
}
