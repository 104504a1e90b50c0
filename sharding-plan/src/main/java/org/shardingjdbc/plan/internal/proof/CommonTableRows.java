package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.CommonTableOrder;

/**
 * Where the rows of named tables arise: of those that rules place, and of the common table expressions that the walk
 * over a statement has passed. One per statement; not thread-safe.
 */
final class CommonTableRows {
    private static final RecursionRule RECURSION = new RecursionRule();

    private final BoundStatement bound;
    private final Dialect dialect;
    private final Map<CommonTable, Distribution> passed = new IdentityHashMap<>();

    CommonTableRows(BoundStatement bound, Dialect dialect) {
        this.bound = bound;
        this.dialect = dialect;
    }

    /**
     * Passes the common tables of a query, in the order in which they may read each other.
     *
     * @param rows where those of one arise
     */
    Verdict pass(@Nullable With with, Function<CommonTable, RowDistribution> rows) {
        if (with == null) {
            return Verdict.NOTHING;
        }
        Verdict all = Verdict.NOTHING;
        List<CommonTable> open = new ArrayList<>(CommonTableOrder.of(with, dialect));
        while (!open.isEmpty() && all.isProved()) {
            CommonTable table = open.get(0);
            RowDistribution own = RowDistribution.behind(
                    with.recursive() ? ofRecursion(table, open) : Verdict.NOTHING, () -> rows.apply(table));
            passed.put(table, own.distribution());
            all = all.and(own.verdict());
            open.remove(0);
        }
        return all;
    }

    /** @param open it and those that come later */
    private Verdict ofRecursion(CommonTable table, List<CommonTable> open) {
        if (!(table.statement() instanceof QueryStatement statement)
                || open.stream().noneMatch(other -> reads(table, other))) {
            return Verdict.NOTHING;
        }
        boolean sharded = open.size() > 1 && open.stream().anyMatch(this::readsSharded) || readsSharded(statement);
        Verdict verdict = RECURSION.of(table, sharded);
        if (verdict.isProved()) {
            // while it is walked over it names itself, or a later one that names it
            open.forEach(each -> passed.put(each, Distribution.REPLICATED));
        }
        return verdict;
    }

    private boolean reads(CommonTable table, CommonTable other) {
        return Tree.any(
                table.statement(), node -> node instanceof NamedTable named && bound.commonTable(named) == other);
    }

    /** Where the rows of a named table arise; refused where that is not known. */
    RowDistribution place(NamedTable named) {
        BoundTable known = bound.table(named);
        if (known != null) {
            return RowDistribution.of(
                    known.table().isPartitioned() ? Distribution.PARTITIONED : Distribution.REPLICATED);
        }
        CommonTable common = bound.commonTable(named);
        Distribution rows = common == null ? null : passed.get(common);
        if (rows == null) {
            // the binder knows each name, and whoever walks over a query passes its WITH first
            String unknown =
                    "nothing says where the rows of " + named.name().last().text() + " arise";
            return new RowDistribution(Distribution.PARTITIONED, Verdict.refused(ErrorCode.INTERNAL, unknown, named));
        }
        return RowDistribution.of(rows);
    }

    /** Whether a sharded table is read anywhere in it. */
    boolean readsSharded(Node node) {
        for (NamedTable table : Tree.all(node, NamedTable.class)) {
            BoundTable known = bound.table(table);
            if (known == null
                    ? commonTableReadsSharded(table, node)
                    : known.table().isPartitioned()) {
                return true;
            }
        }
        return false;
    }

    /** Of those that stand within, and of those in which it stands itself, the tables that they read are asked. */
    private boolean commonTableReadsSharded(NamedTable reference, Node within) {
        CommonTable common = bound.commonTable(reference);
        return common != null && passed.get(common) == Distribution.PARTITIONED && !Tree.isWithin(common, within);
    }
}
