package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.Arrays;
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
 * common table expression or delta table of it. One per proof, whose common tables it finds.
 */
public final class WriteProof {
    private final BoundStatement bound;
    private final PushdownProof proof;
    private final WrittenRowsRule rule;

    public WriteProof(BoundStatement bound, PushdownProof proof) {
        this.bound = bound;
        this.proof = proof;
        this.rule = new WrittenRowsRule(bound);
    }

    /** What is said of a write; nothing of what is none. */
    public Verdict of(Statement statement) {
        if (statement instanceof InsertStatement insert) {
            return of(insert);
        }
        if (statement instanceof UpdateStatement update) {
            return of(update);
        }
        if (statement instanceof DeleteStatement delete) {
            return of(delete);
        }
        return statement instanceof MergeStatement merge ? of(merge) : Verdict.NOTHING;
    }

    /**
     * Where the rows arise that a common table expression or a delta table shows of what it wrote. The rows of a
     * sharded table are written, and returned, where they are; rows that are inserted are divided by their data nodes
     * if they are VALUES.
     */
    RowDistribution placeWritten(Statement statement, Node table) {
        return new RowDistribution(
                Distribution.PARTITIONED, rule.ofShown(statement, table).and(() -> of(statement)));
    }

    private Verdict of(InsertStatement insert) {
        return proof.ofWith(insert.with())
                .and(() -> ofSource(insert))
                .and(() -> ofAll(Distribution.PARTITIONED, insert.upsert(), insert.returning()));
    }

    private Verdict ofSource(InsertStatement insert) {
        return insert.source() instanceof QuerySource source
                ? proof.placeNested(source.query())
                        .and(rows -> rule.ofInserted(insert, rows))
                        .verdict()
                : proof.ofExpressions(insert.source(), Distribution.REPLICATED);
    }

    private Verdict of(UpdateStatement update) {
        List<TableReference> tables = new ArrayList<>(update.targets());
        tables.addAll(update.from());
        Verdict first = rule.ofLimit(update.limit(), "UPDATE ... LIMIT").and(() -> proof.ofWith(update.with()));
        return RowDistribution.behind(first, () -> proof.place(tables))
                .and(rows -> Verdict.all(update.assignments(), each -> proof.ofExpressions(each, rows)))
                .and(rows -> ofAll(rows, update.where(), update.orderBy(), update.returning()))
                .verdict();
    }

    private Verdict of(DeleteStatement delete) {
        Verdict first = rule.ofLimit(delete.limit(), "DELETE ... LIMIT").and(() -> proof.ofWith(delete.with()));
        RowDistribution written = RowDistribution.behind(first, () -> proof.place(delete.from()));
        for (NamedTable target : delete.targets()) {
            written = written.with(proof.place(target));
        }
        return written.and(rows -> ofAll(rows, delete.where(), delete.orderBy(), delete.returning()))
                .verdict();
    }

    private Verdict of(MergeStatement merge) {
        boolean sharded = bound.target(merge.target()).table().isPartitioned();
        return RowDistribution.behind(proof.ofWith(merge.with()), () -> proof.place(merge.source()))
                .and(source -> rule.ofMerged(merge, source))
                .and(source -> ofClauses(merge, sharded ? Distribution.PARTITIONED : source))
                .verdict();
    }

    private Verdict ofClauses(MergeStatement merge, Distribution rows) {
        return proof.ofExpressions(merge.on(), rows)
                .and(() -> Verdict.all(merge.actions(), action -> proof.ofExpressions(action, rows)))
                .and(() -> ofAll(rows, merge.returning()));
    }

    private Verdict ofAll(Distribution rows, @Nullable Node... parts) {
        return Verdict.all(
                Arrays.asList(parts), part -> part == null ? Verdict.NOTHING : proof.ofExpressions(part, rows));
    }
}
