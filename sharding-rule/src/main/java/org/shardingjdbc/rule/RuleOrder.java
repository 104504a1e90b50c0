package org.shardingjdbc.rule;

import java.util.HashSet;
import java.util.Set;

/**
 * Where a kind of rule stands among the others, whatever the order in a document: what stands first sees the statement
 * as the user wrote it. It names the tags of those that it has to stand behind and before; tags of rules that are not
 * there do no harm. Of two that nothing puts in order, the one whose tag comes first in the alphabet stands first.
 * Immutable.
 *
 * <p>The library's own stand in the order SHADOW, LIMITS, MASK, ENCRYPT, then BROADCAST, SHARDING and SINGLE, then
 * READWRITE_SPLITTING.
 *
 * @param earlier tags of the rules that stand before it
 * @param later tags of the rules that stand behind it
 */
public record RuleOrder(Set<String> earlier, Set<String> later) {
    /** For a rule that sees the same wherever it stands. */
    public static final RuleOrder ANYWHERE = new RuleOrder(Set.of(), Set.of());

    /** Copies the sets. */
    public RuleOrder {
        earlier = Set.copyOf(earlier);
        later = Set.copyOf(later);
    }

    /** Behind the rules of these tags. */
    public static RuleOrder after(String... tags) {
        return new RuleOrder(Set.of(tags), Set.of());
    }

    /** Before the rules of these tags. */
    public static RuleOrder before(String... tags) {
        return new RuleOrder(Set.of(), Set.of(tags));
    }

    /** The same, and before the rules of these tags. */
    public RuleOrder andBefore(String... tags) {
        Set<String> all = new HashSet<>(later);
        all.addAll(Set.of(tags));
        return new RuleOrder(earlier, all);
    }
}
