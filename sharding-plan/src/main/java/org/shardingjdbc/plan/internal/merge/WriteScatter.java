package org.shardingjdbc.plan.internal.merge;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.proof.FunctionChecks;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.proof.WriteProof;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.template.SqlTemplate;

/** Proves that a write does the same on several units as on one database. One per plan. */
public final class WriteScatter implements FunctionChecks {
    private final Compilation compilation;
    private final Refusals refusals;
    private final PushdownProof proof;
    private final SqlEdits edits;

    public WriteScatter(Compilation compilation, SqlEdits edits, Refusals refusals) {
        this.compilation = compilation;
        this.refusals = refusals;
        this.proof = new PushdownProof(compilation.values(), refusals, this, false);
        this.edits = edits;
    }

    /** The plan; refused for what units may not do by themselves. */
    public Decision<Scatter> plan(Statement statement, boolean returnsRows) {
        if (compilation.bound().alignmentClasses() > 1) {
            return new Decision.Refused<>(compilation.positions().refuseAt(ErrorCode.WRITE_ACROSS_NODES, statement));
        }
        new WriteProof(compilation.bound(), proof).prove(statement);
        if (refusals.any()) {
            return new Decision.Refused<>(refusals.reason());
        }
        SqlTemplate template = edits.template();
        return new Decision.Proved<>(
                returnsRows
                        ? Merge.collected(template).provedBy(proof.evidence())
                        : Route.of(template).provedBy(proof.evidence()));
    }

    @Override
    public void requireScalar(Select block, FunctionCall call) {
        boolean known = refusals.any() || Functions.isAggregate(call) || Functions.isScalar(call);
        if (!known && !installed().isScalar(call)) {
            refusals.refuse(ErrorCode.FUNCTION_UNKNOWN, Functions.name(call) + "()", call);
        }
    }

    @Override
    public boolean isVolatile(FunctionCall call) {
        return installed().isVolatile(call);
    }

    private InstalledFunctions installed() {
        return new InstalledFunctions(compilation.catalog(), compilation.dialect());
    }
}
