package org.shardingjdbc.plan.internal.proof;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;

/**
 * What is said of a part of a statement: that it may be left to the data nodes, and by what, or why not. A rule says it
 * of a construct; what is said of a whole is made of what is said of its parts by {@link #and}, and is the first
 * refusal among them, or all of their evidence. Immutable.
 */
public sealed interface Verdict {
    /** There was nothing to prove. */
    Verdict NOTHING = new Proved(List.of());

    /** @param evidence by what, each once; none of what needs no proof */
    record Proved(List<Evidence> evidence) implements Verdict {
        public Proved {
            evidence = List.copyOf(evidence);
        }
    }

    /**
     * It may not.
     *
     * @param code why
     * @param construct what is not proved, as its message names it; null where the place tells that
     * @param node where it stands
     * @param rest what else the message names
     */
    record Refused(ErrorCode code, @Nullable String construct, Node node, List<Object> rest) implements Verdict {
        public Refused {
            rest = List.copyOf(rest);
        }

        /** The refusal with its place in the text. */
        public ShardingException reason(SourcePositions positions) {
            return construct == null
                    ? positions.refuseAt(code, node, rest.toArray())
                    : positions.refuse(code, construct, node, rest.toArray());
        }
    }

    static Verdict proved(String rule, String by) {
        return new Proved(List.of(new Evidence(rule, by)));
    }

    static Verdict refused(ErrorCode code, String construct, Node node) {
        return new Refused(code, construct, node, List.of());
    }

    static Verdict refusedAt(ErrorCode code, Node node, Object... rest) {
        return new Refused(code, null, node, List.of(rest));
    }

    /** What is said of all parts; those behind a refused one are not looked at. */
    static <T> Verdict all(Iterable<? extends T> parts, Function<? super T, Verdict> rule) {
        Verdict all = NOTHING;
        for (T part : parts) {
            all = all.and(rule.apply(part));
            if (!all.isProved()) {
                return all;
            }
        }
        return all;
    }

    /** What is said of two parts: the refusal of the first that is refused, or the evidence of both. */
    default Verdict and(Verdict next) {
        if (this == NOTHING || !(this instanceof Proved proved) || !(next instanceof Proved other)) {
            return isProved() ? next : this;
        }
        if (next == NOTHING) {
            return this;
        }
        Set<Evidence> both = new LinkedHashSet<>(proved.evidence);
        both.addAll(other.evidence);
        return new Proved(List.copyOf(both));
    }

    /** As the other one; behind a refusal the next part is not looked at. */
    default Verdict and(Supplier<Verdict> next) {
        return isProved() ? and(next.get()) : this;
    }

    /** This one where it is proved; where it is not, somebody else answers for the part. */
    default Verdict orElsewhere() {
        return isProved() ? this : NOTHING;
    }

    default boolean isProved() {
        return this instanceof Proved;
    }
}
