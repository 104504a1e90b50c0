package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.proof.FunctionChecks;
import org.shardingjdbc.plan.internal.proof.Verdict;
import org.shardingjdbc.plan.internal.sortkey.ScalarProbe;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Proves that functions whose names nobody here knows give a value for each row: they must not be aggregates that
 * somebody installed. Immutable.
 */
record ScalarProof(Compilation compilation) implements FunctionChecks {
    /** Of all functions of a block. */
    Verdict of(Query query, Select block) {
        List<Node> parts = new ArrayList<>(block.children());
        if (query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        return Verdict.all(
                parts,
                part -> Verdict.all(Tree.outsideQueries(part, FunctionCall.class), call -> ofScalar(block, call)));
    }

    /** A function of unknown name must not be an aggregate that somebody installed. */
    @Override
    public Verdict ofScalar(Select block, FunctionCall call) {
        InstalledFunctions installed = installed();
        if (Functions.isAggregate(call) || Functions.isScalar(call) || installed.isScalar(call)) {
            return Verdict.NOTHING;
        }
        Query around = null;
        for (Query query : compilation.bound().parsed().analysis().all(Query.class)) {
            around = around == null ? query : around;
        }
        // H2 accepts aggregates in WHERE
        boolean several = installed.isOfSeveralRows(call);
        return several || around == null || !probe(block, around).isScalar(call)
                ? Verdict.refused(ErrorCode.FUNCTION_UNKNOWN, Functions.name(call) + "()", call)
                : Verdict.NOTHING;
    }

    @Override
    public boolean isVolatile(FunctionCall call) {
        return installed().isVolatile(call);
    }

    private InstalledFunctions installed() {
        return new InstalledFunctions(compilation.catalog(), compilation.dialect());
    }

    /** Asks a unit for the types of what a block selects. */
    ScalarProbe probe(Select block, Query query) {
        return new ScalarProbe(
                query,
                block,
                compilation.naming(),
                compilation.catalog(),
                compilation.dialect().types(),
                compilation.sampleUnit(),
                compilation.tableNames());
    }
}
