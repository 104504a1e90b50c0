package org.shardingjdbc.rule;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a kind of rule stands among the others, whatever the order in a document: what stands first sees the statement
 * as the user wrote it. A kind names its stage, the tags of the rules that must come before or after it, or both; tags
 * of rules that are not configured are ignored. Two rules without an order between them stand in the alphabetical order
 * of their tags. Immutable.
 *
 * <pre>
 *   RuleOrder.in(RuleStage.STORED_VALUES)                     with those that say how values are stored
 *   RuleOrder.in(RuleStage.AS_WRITTEN).andBefore("LIMITS")    first of all, and of its stage before that one
 *   RuleOrder.after("MASK").andBefore("ENCRYPT")              between two stages
 * </pre>
 *
 * @param stage what it is there for; null where its tags alone say where it stands
 * @param earlier tags of the rules that stand before it
 * @param later tags of the rules that stand behind it
 */
public record RuleOrder(@Nullable RuleStage stage, Set<String> earlier, Set<String> later) {
    /** For a rule to which the order does not matter. */
    public static final RuleOrder ANYWHERE = new RuleOrder(Set.of(), Set.of());

    /** Copies the sets. */
    public RuleOrder {
        earlier = Set.copyOf(earlier);
        later = Set.copyOf(later);
    }

    /** The order of a rule without a stage. */
    public RuleOrder(Set<String> earlier, Set<String> later) {
        this(null, earlier, later);
    }

    /** Behind the rules of earlier stages, and before those of later ones. */
    public static RuleOrder in(RuleStage stage) {
        return new RuleOrder(stage, Set.of(), Set.of());
    }

    /** Behind the rules of these tags. */
    public static RuleOrder after(String... tags) {
        return new RuleOrder(Set.of(tags), Set.of());
    }

    /** Before the rules of these tags. */
    public static RuleOrder before(String... tags) {
        return new RuleOrder(Set.of(), Set.of(tags));
    }

    /** The same, and behind the rules of these tags. */
    public RuleOrder andAfter(String... tags) {
        return new RuleOrder(stage, with(earlier, tags), later);
    }

    /** The same, and before the rules of these tags. */
    public RuleOrder andBefore(String... tags) {
        return new RuleOrder(stage, earlier, with(later, tags));
    }

    private static Set<String> with(Set<String> some, String... tags) {
        Set<String> all = new HashSet<>(some);
        all.addAll(Set.of(tags));
        return all;
    }
}
