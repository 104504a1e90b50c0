package org.shardingjdbc.plan.internal.proof;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.syntax.Refusals;

/**
 * Takes down what the rules say of a statement: the first refusal, or the evidence, each once. One per proof; not
 * thread-safe.
 */
final class Certificate {
    private final Refusals refusals;
    private final Set<Evidence> evidence = new LinkedHashSet<>();

    Certificate(Refusals refusals) {
        this.refusals = refusals;
    }

    /** Whether something was refused. */
    boolean isRefused() {
        return refusals.any();
    }

    /** @return whether it is proved */
    boolean add(Verdict verdict) {
        if (verdict instanceof Verdict.Refused refused) {
            String construct = refused.construct();
            if (construct == null) {
                refusals.refuseAt(refused.code(), refused.node(), refused.rest().toArray());
            } else {
                refusals.refuse(
                        refused.code(),
                        construct,
                        refused.node(),
                        refused.rest().toArray());
            }
            return false;
        }
        return addProved(verdict);
    }

    /**
     * Takes it down where it is proved; where it is not, somebody else answers for it.
     *
     * @return whether it is proved
     */
    boolean addProved(Verdict verdict) {
        if (verdict instanceof Verdict.Proved proved) {
            evidence.add(proved.evidence());
        }
        return verdict.isProved();
    }

    List<Evidence> evidence() {
        return List.copyOf(evidence);
    }
}
