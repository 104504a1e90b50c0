package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Proves that each of several units can do its part of a write by itself, whether the write is the statement or a
 * common table expression or delta table of it. One per proof.
 */
public final class WriteProof {
    private final BoundStatement bound;
    private final PushdownProof proof;
    private final Certificate certificate;
    private final WrittenRowsRule rule;

    public WriteProof(BoundStatement bound, PushdownProof proof) {
        this.bound = bound;
        this.proof = proof;
        this.certificate = proof.certificate();
        this.rule = new WrittenRowsRule(bound);
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
        if (certificate.add(rule.ofShown(statement, table))) {
            prove(statement);
        }
        return Placement.PARTITIONED;
    }

    private void prove(InsertStatement insert) {
        proof.proveWith(insert.with());
        if (insert.source() instanceof QuerySource source) {
            Placement rows = proof.placeNested(source.query());
            certificate.add(rule.ofInserted(insert, rows));
        } else {
            proof.proveExpressions(insert.source(), Placement.REPLICATED);
        }
        proveAll(Placement.PARTITIONED, insert.upsert(), insert.returning());
    }

    private void prove(UpdateStatement update) {
        certificate.add(rule.ofLimit(update.limit(), "UPDATE ... LIMIT"));
        proof.proveWith(update.with());
        List<TableReference> tables = new ArrayList<>(update.targets());
        tables.addAll(update.from());
        Placement placement = proof.place(tables);
        update.assignments().forEach(assignment -> proof.proveExpressions(assignment, placement));
        proveAll(placement, update.where(), update.orderBy(), update.returning());
    }

    private void prove(DeleteStatement delete) {
        certificate.add(rule.ofLimit(delete.limit(), "DELETE ... LIMIT"));
        proof.proveWith(delete.with());
        Placement placement = proof.place(delete.from());
        for (NamedTable target : delete.targets()) {
            placement = Placement.either(placement, proof.place(target));
        }
        proveAll(placement, delete.where(), delete.orderBy(), delete.returning());
    }

    private void prove(MergeStatement merge) {
        proof.proveWith(merge.with());
        boolean sharded = bound.target(merge.target()).table().isPartitioned();
        Placement source = proof.place(merge.source());
        Placement placement = sharded ? Placement.PARTITIONED : source;
        certificate.add(rule.ofMerged(merge, source));
        proof.proveExpressions(merge.on(), placement);
        merge.actions().forEach(action -> proof.proveExpressions(action, placement));
        proveAll(placement, merge.returning());
    }

    private void proveAll(Placement placement, @Nullable Node... parts) {
        for (Node part : parts) {
            if (part != null) {
                proof.proveExpressions(part, placement);
            }
        }
    }
}
