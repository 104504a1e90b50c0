package org.shardingjdbc.plan.internal.merge;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.proof.FunctionChecks;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.proof.WriteProof;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;

/** Proves that a write does the same on several units as on one database. One per plan. */
public final class WriteScatter implements FunctionChecks {
    private final Compilation compilation;
    private final SourcePositions positions;
    private final PushdownProof proof;
    private final SqlEdits edits;

    public WriteScatter(Compilation compilation, SqlEdits edits) {
        this.compilation = compilation;
        this.positions = compilation.positions();
        this.proof = new PushdownProof(compilation.bound(), positions, this);
        this.edits = edits;
    }

    public ScatterPlan plan(Statement statement, boolean returnsRows) {
        if (compilation.bound().alignmentClasses() > 1) {
            throw positions.refuseAt(ErrorCode.WRITE_ACROSS_NODES, statement);
        }
        new WriteProof(compilation.bound(), positions, proof).prove(statement);
        return new ScatterPlan(edits.template(), returnsRows ? MergePlan.CONCATENATE : null, null, true);
    }

    @Override
    public void requireScalar(Select block, FunctionCall call) {
        boolean known = Functions.isAggregate(call) || Functions.isScalar(call);
        if (!known && !installed().isScalar(call)) {
            throw positions.refuse(ErrorCode.FUNCTION_UNKNOWN, Functions.name(call) + "()", call);
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
