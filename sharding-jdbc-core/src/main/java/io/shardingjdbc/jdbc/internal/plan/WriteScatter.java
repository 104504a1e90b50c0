package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.jdbc.internal.plan.PushdownProof.Placement;
import io.shardingjdbc.merge.MergePlan;
import io.shardingjdbc.parser.ast.DeleteStatement;
import io.shardingjdbc.parser.ast.FunctionCall;
import io.shardingjdbc.parser.ast.InsertStatement;
import io.shardingjdbc.parser.ast.Limit;
import io.shardingjdbc.parser.ast.MergeStatement;
import io.shardingjdbc.parser.ast.NamedTable;
import io.shardingjdbc.parser.ast.Node;
import io.shardingjdbc.parser.ast.QuerySource;
import io.shardingjdbc.parser.ast.Select;
import io.shardingjdbc.parser.ast.Statement;
import io.shardingjdbc.parser.ast.TableReference;
import io.shardingjdbc.parser.ast.UpdateStatement;
import io.shardingjdbc.rewrite.SqlEdits;
import io.shardingjdbc.route.internal.rule.ShardedTable;
import java.util.ArrayList;
import java.util.List;

/** Proves that a write does the same on several units as on one database. One per plan. */
final class WriteScatter {
    private final Compilation compilation;
    private final Places places;
    private final PushdownProof proof;
    private final SqlEdits edits;

    WriteScatter(Compilation compilation, SqlEdits edits) {
        this.compilation = compilation;
        this.places = compilation.places();
        this.proof = new PushdownProof(compilation.bound(), places, this::requireScalar);
        this.edits = edits;
    }

    ScatterPlan plan(Statement statement, boolean returnsRows) {
        if (compilation.bound().alignmentClasses() > 1) {
            throw places.refuseAt(ErrorCode.WRITE_ACROSS_NODES, statement);
        }
        if (statement instanceof InsertStatement insert) {
            prove(insert);
        } else if (statement instanceof UpdateStatement update) {
            prove(update);
        } else if (statement instanceof DeleteStatement delete) {
            prove(delete);
        } else if (statement instanceof MergeStatement merge) {
            prove(merge);
        }
        return new ScatterPlan(edits.template(), returnsRows ? MergePlan.CONCATENATE : null, null, true);
    }

    private void prove(InsertStatement insert) {
        proof.proveWith(insert.with());
        if (insert.source() instanceof QuerySource source) {
            Placement rows = proof.placeNested(source.query());
            boolean sharded = compilation.bound().table(insert.table()).table() instanceof ShardedTable;
            if (sharded != (rows == Placement.PARTITIONED)) {
                throw places.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "INSERT ... SELECT", insert);
            }
        } else {
            proof.proveExpressions(insert.source(), Placement.REPLICATED);
        }
        proveAll(Placement.PARTITIONED, insert.upsert(), insert.returning());
    }

    private void prove(UpdateStatement update) {
        refuseLimit(update.limit(), "UPDATE ... LIMIT");
        proof.proveWith(update.with());
        List<TableReference> tables = new ArrayList<>(update.targets());
        tables.addAll(update.from());
        Placement placement = place(tables);
        update.assignments().forEach(assignment -> proof.proveExpressions(assignment, placement));
        proveAll(placement, update.where(), update.returning());
    }

    private void prove(DeleteStatement delete) {
        refuseLimit(delete.limit(), "DELETE ... LIMIT");
        proof.proveWith(delete.with());
        Placement placement = place(delete.from());
        for (NamedTable target : delete.targets()) {
            placement = PushdownProof.either(placement, proof.place(target));
        }
        proveAll(placement, delete.where(), delete.returning());
    }

    /** That a row of the source meets its rows of the target on one data node is what the route says. */
    private void prove(MergeStatement merge) {
        proof.proveWith(merge.with());
        boolean sharded = compilation.bound().table(merge.target()).table() instanceof ShardedTable;
        Placement source = proof.place(merge.source());
        Placement placement = sharded ? Placement.PARTITIONED : source;
        if (!sharded && source == Placement.PARTITIONED) {
            throw places.refuseAt(ErrorCode.MERGE_ACROSS_NODES, merge);
        }
        proof.proveExpressions(merge.on(), placement);
        merge.actions().forEach(action -> proof.proveExpressions(action, placement));
        proveAll(placement, merge.returning());
    }

    private Placement place(List<TableReference> tables) {
        Placement placement = Placement.REPLICATED;
        for (TableReference table : tables) {
            placement = PushdownProof.either(placement, proof.place(table));
        }
        return placement;
    }

    private void proveAll(Placement placement, Node... parts) {
        for (Node part : parts) {
            if (part != null) {
                proof.proveExpressions(part, placement);
            }
        }
    }

    private void refuseLimit(Limit limit, String clause) {
        if (limit != null) {
            throw places.refuse(ErrorCode.LIMITED_WRITE_ACROSS_NODES, clause, limit);
        }
    }

    private void requireScalar(Select block, FunctionCall call) {
        if (!Functions.isAggregate(call) && !Functions.isScalar(call)) {
            throw places.refuse(ErrorCode.FUNCTION_UNKNOWN, Functions.name(call) + "()", call);
        }
    }
}
