package org.shardingjdbc.plan.internal.write;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.naming.UnlistedColumns;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.proof.WriteRules;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.placement.KeyGeneration;

/**
 * What is checked and edited of each INSERT of a statement, be it the statement or a common table expression of it: its
 * conflicts, its column list, the names of its constraints and the keys that a generator makes for it. One per plan;
 * not thread-safe.
 */
public final class InsertEdits {
    private final Compilation compilation;
    private final WriteRules writes;
    private final SqlEdits edits;
    private final int firstKey;
    private @Nullable GeneratedKeys keys;

    public InsertEdits(Compilation compilation, WriteRules writes, SqlEdits edits) {
        this.compilation = compilation;
        this.writes = writes;
        this.edits = edits;
        this.firstKey = PlanFacts.parameterCount(compilation.bound().parsed()) + compilation.addedParameters();
    }

    /**
     * Adds the edits of a statement and of those in it.
     *
     * @return why no unit may do what it says, or no key can be made for its rows; null where each may
     */
    public @Nullable ShardingException apply(Statement statement) {
        ShardingException refusal = apply(statement, true);
        for (Statement nested : compilation.bound().parsed().analysis().nested()) {
            refusal = refusal == null ? apply(nested, false) : refusal;
        }
        return refusal;
    }

    /** The keys that are to be made; null for none. */
    public @Nullable GeneratedKeys keys() {
        return keys;
    }

    private @Nullable ShardingException apply(Statement statement, boolean own) {
        if (statement instanceof InsertStatement insert) {
            return apply(insert, own);
        }
        return statement instanceof MergeStatement merge ? apply(merge) : null;
    }

    /** Only what inserts each row of its source once could have a key for it: not a data node by itself. */
    private @Nullable ShardingException apply(MergeStatement merge) {
        MergeInserts inserts = MergeInserts.of(
                compilation.bound(), merge, compilation.catalog(), compilation.dialect(), compilation.names());
        KeyGeneration generation = inserts.generation();
        BoundTable table = inserts.table();
        if (generation != null && table != null && (inserts.made() != null || inserts.obstacle())) {
            return compilation
                    .positions()
                    .refuseAt(
                            ErrorCode.GENERATED_KEY_WITHOUT_VALUES,
                            merge,
                            generation.column(),
                            table.table().name());
        }
        if (table == null || table.table().isPinned()) {
            return null;
        }
        for (MergeAction action : merge.actions()) {
            Span list = action.columnsSpan();
            String columns = list == null ? null : inserts.list(action);
            if (list != null && columns != null) {
                edits.insert(list.stop(), columns);
            }
        }
        return null;
    }

    private @Nullable ShardingException apply(InsertStatement insert, boolean own) {
        BoundTable target = compilation.bound().target(insert.table());
        boolean lookedUp = own && compilation.part() == NestedPart.KEYS_LOOKED_UP;
        ShardingException refusal = writes.refusalOfConflict(insert, target, lookedUp);
        if (refusal != null) {
            return refusal;
        }
        new ObjectNames(compilation.catalog(), compilation.names()).edit(insert, target, edits);
        new UnlistedColumns(compilation.bound(), insert, compilation.catalog())
                .edit(compilation.dialect(), compilation.names(), edits);
        int made = keys == null ? 0 : keys.count();
        Decision<Optional<GeneratedKeys>> more =
                GeneratedKeyEdits.plan(insert, target, own, compilation, edits, firstKey + made);
        if (more instanceof Decision.Refused<Optional<GeneratedKeys>> refused) {
            return refused.reason();
        }
        more.proved().ifPresent(next -> keys = keys == null ? next : keys.then(next));
        return null;
    }
}
