package org.shardingjdbc.plan.internal.merge;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.proof.FunctionChecks;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.proof.Verdict;
import org.shardingjdbc.plan.internal.proof.WriteProof;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.template.SqlTemplate;

/** Proves that a write does the same on several units as on one database. One per plan. */
public final class WriteScatter implements FunctionChecks {
    private final Compilation compilation;
    private final PushdownProof proof;
    private final SqlEdits edits;

    public WriteScatter(Compilation compilation, SqlEdits edits) {
        this.compilation = compilation;
        this.proof = new PushdownProof(compilation.values(), compilation.positions(), this, false);
        this.edits = edits;
    }

    /** The plan; refused for what units may not do by themselves. */
    public Decision<Scatter> plan(Statement statement, boolean returnsRows) {
        if (compilation.bound().alignmentClasses() > 1) {
            return new Decision.Refused<>(compilation.positions().refuseAt(ErrorCode.WRITE_ACROSS_NODES, statement));
        }
        return compilation
                .decided(new WriteProof(compilation.bound(), proof).of(statement))
                .then(evidence -> scatter(returnsRows, evidence));
    }

    private Scatter scatter(boolean returnsRows, List<Evidence> evidence) {
        SqlTemplate template = edits.template();
        return returnsRows
                ? Merge.collected(template).provedBy(evidence)
                : Route.of(template).provedBy(evidence);
    }

    @Override
    public Verdict ofScalar(Select block, FunctionCall call) {
        return Functions.isAggregate(call)
                        || Functions.isScalar(call)
                        || installed().isScalar(call)
                ? Verdict.NOTHING
                : Verdict.refused(ErrorCode.FUNCTION_UNKNOWN, Functions.name(call) + "()", call);
    }

    @Override
    public boolean isVolatile(FunctionCall call) {
        return installed().isVolatile(call);
    }

    private InstalledFunctions installed() {
        return new InstalledFunctions(compilation.catalog(), compilation.dialect());
    }
}
