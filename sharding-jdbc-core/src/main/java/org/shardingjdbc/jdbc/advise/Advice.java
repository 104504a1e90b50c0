package org.shardingjdbc.jdbc.advise;

import java.util.List;
import org.shardingjdbc.plan.Reach;

/**
 * Where the executions of a statement go, and what would make it better. Immutable.
 *
 * @param sql the statement
 * @param reach where it goes, as far as its text tells
 * @param improvements what would let it go to fewer data nodes, or be answered at all, the most promising first; empty
 *     where nothing would
 */
public record Advice(String sql, Reach reach, List<String> improvements) {
    public Advice {
        improvements = List.copyOf(improvements);
    }

    /** Whether each execution goes to one data node at most, whatever its parameters are. */
    public boolean routesToOneNode() {
        return reach.kind() == Reach.Kind.ONE_NODE;
    }

    /** Whether it is refused, wherever its values lead or where they lead to several data nodes. */
    public boolean isRefused() {
        return reach.kind() == Reach.Kind.REFUSED || reach.kind() == Reach.Kind.REFUSED_BEYOND_ONE_NODE;
    }

    /** Whether it is answered in steps, always or where its values lead to several data nodes. */
    public boolean isInSteps() {
        return reach.kind() == Reach.Kind.STEPS || reach.kind() == Reach.Kind.STEPS_BEYOND_ONE_NODE;
    }

    /** Why it goes there: the route with its conditions, what its steps are, or why it is refused. */
    public String why() {
        if (!reach.refusal().isEmpty()) {
            return reach.refusal();
        }
        return reach.steps().isEmpty() ? reach.conditions() : reach.steps() + ", as no data node can answer it alone";
    }

    /** What a failed assertion shows. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(sql).append('\n').append(reach.kind());
        if (!why().isEmpty()) {
            text.append(": ").append(why());
        }
        improvements.forEach(each -> text.append("\n- ").append(each));
        return text.toString();
    }
}
