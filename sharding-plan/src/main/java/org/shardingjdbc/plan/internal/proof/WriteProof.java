package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.QuerySource;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.proof.PushdownProof.Placement;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Proves that each of several units can do its part of a write by itself, whether the write is the statement or a
 * common table expression or delta table of it. One per proof.
 */
public final class WriteProof {
    private final BoundStatement bound;
    private final Refusals refusals;
    private final PushdownProof proof;

    public WriteProof(BoundStatement bound, Refusals refusals, PushdownProof proof) {
        this.bound = bound;
        this.refusals = refusals;
        this.proof = proof;
    }

    /** What is not proved is taken down as the refusal. */
    public void prove(Statement statement) {
        if (statement instanceof InsertStatement insert) {
            prove(insert);
        } else if (statement instanceof UpdateStatement update) {
            prove(update);
        } else if (statement instanceof DeleteStatement delete) {
            prove(delete);
        } else if (statement instanceof MergeStatement merge) {
            prove(merge);
        }
    }

    /**
     * Where the rows arise that a common table expression or a delta table shows of what it wrote. The rows of a
     * sharded table are written, and returned, where they are; rows that are inserted are divided by their data nodes
     * if they are VALUES.
     */
    Placement placeWritten(Statement statement, Node table) {
        boolean divided = !(statement instanceof InsertStatement insert && insert.source() instanceof QuerySource)
                && !(statement instanceof MergeStatement);
        List<NamedTable> written = Nodes.targets(statement);
        boolean sharded = written.stream()
                .allMatch(target -> bound.table(target) != null
                        && bound.table(target).table().isPartitioned());
        if (!divided || !sharded || written.isEmpty()) {
            refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, writing(table), table);
            return Placement.PARTITIONED;
        }
        prove(statement);
        return Placement.PARTITIONED;
    }

    private static String writing(Node table) {
        return table instanceof DeltaTable delta ? delta.state() + " TABLE" : "The writing common table expression";
    }

    private void prove(InsertStatement insert) {
        proof.proveWith(insert.with());
        if (insert.source() instanceof QuerySource source) {
            Placement rows = proof.placeNested(source.query());
            boolean sharded = bound.table(insert.table()).table().isPartitioned();
            if (sharded != (rows == Placement.PARTITIONED)) {
                refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "INSERT ... SELECT", insert);
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
        boolean sharded = bound.table(merge.target()).table().isPartitioned();
        Placement source = proof.place(merge.source());
        Placement placement = sharded ? Placement.PARTITIONED : source;
        if (!sharded && source == Placement.PARTITIONED) {
            refusals.refuseAt(ErrorCode.MERGE_ACROSS_NODES, merge);
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
            refusals.refuse(ErrorCode.LIMITED_WRITE_ACROSS_NODES, clause, limit);
        }
    }
}
