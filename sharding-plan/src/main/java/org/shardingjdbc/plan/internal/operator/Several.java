package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.unit.RenderedUnits;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;
import org.shardingjdbc.plan.internal.unit.UnitedUnits;
import org.shardingjdbc.route.internal.shape.RouteUnit;

/** What the executions of a statement on several units do: proved, or refused. Immutable. */
public sealed interface Several {
    /**
     * It is proved that each unit may do its part.
     *
     * @param plan what they do
     * @param rendered their SQL
     * @param united what makes one unit of several; null where they stay apart
     */
    record Proved(ScatterPlan plan, RenderedUnits rendered, UnitedUnits united) implements Several {
        public static Proved of(ScatterPlan plan, List<String> tableNames, List<RouteUnit> units) {
            UnitedUnits united =
                    plan.union() == null ? null : new UnitedUnits(plan.union(), RenderedUnits.capacity(units));
            return new Proved(plan, new RenderedUnits(plan.template(), tableNames, units), united);
        }
    }

    /** No rule proves it. */
    record Refused(ShardingException reason) implements Several {
        /** Whether asking again would give the same: not when a database could not be asked. */
        public boolean isLasting() {
            return reason.code().category() == ErrorCategory.UNSUPPORTED && reason.code() != ErrorCode.FUNCTION_UNKNOWN;
        }
    }

    /**
     * The proof.
     *
     * @throws ShardingException the refusal, as a new one of this execution
     */
    default Proved proved() {
        if (this instanceof Refused refused) {
            throw refused.reason.again();
        }
        return (Proved) this;
    }
}
