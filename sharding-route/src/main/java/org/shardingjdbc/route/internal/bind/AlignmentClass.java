package org.shardingjdbc.route.internal.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Occurrences of sharded tables whose rows meet on corresponding data nodes; for the router. Its route is the union of
 * the routes of its roots.
 *
 * @param roots at least one
 * @param members in no particular order, each once
 * @param repeated whether a table of it plays another part in another class: both must then choose one and the same
 *     data node
 */
public record AlignmentClass(List<Root> roots, List<BoundTable> members, boolean repeated) {
    public AlignmentClass {
        roots = List.copyOf(roots);
        members = List.copyOf(members);
    }

    /** An occurrence whose conditions choose data nodes for all that is aligned with it. */
    public static final class Root {
        private final KeyTerms keys;
        private final TableUse use;
        private final List<Expression> conditions;
        private final boolean outermost;

        Root(KeyTerms keys, TableUse use, boolean outermost) {
            this.keys = keys;
            this.use = use;
            this.conditions = List.copyOf(use.region().conditions());
            this.outermost = outermost;
        }

        public BoundTable table() {
            return use.table();
        }

        public PartitionedTable sharded() {
            return use.sharded();
        }

        /** Conditions that are true for every row of it that counts. */
        public List<Expression> conditions() {
            return conditions;
        }

        /**
         * Which sharding column a reference in one of {@link #conditions()} is equal to in every row that counts.
         *
         * @return position in {@link PartitionedTable#shardingColumns()}, or -1
         */
        public int keyPosition(ColumnReference reference) {
            return keys.position(use, use.region().term(reference));
        }

        /** Whether a condition was stated for rows of it, and not for what an outer join makes of them. */
        public boolean isOwn(Expression condition) {
            return use.region().states(condition);
        }

        /** Which of its sharding columns a reference is, or -1. */
        public int ownPosition(ColumnReference reference) {
            return keys.ownPosition(use, use.region().term(reference));
        }

        /** All sharding columns that it is equal to, as in {@code a = 1 AND b = 1} both are; ascending. */
        public int[] keyPositions(ColumnReference reference) {
            return keys.positions(use, use.region().term(reference));
        }

        /** The type of a sharding column, or null where it is not known. */
        public @Nullable ColumnSchema keySchema(int position) {
            String column = use.sharded().shardingColumns().get(position);
            TableSchema schema = use.table().schema();
            return schema == null ? null : schema.column(column);
        }

        /**
         * Whether it stands among the inner joined tables of the statement itself, so that without a row of it there is
         * no result.
         */
        public boolean outermost() {
            return outermost;
        }
    }

    /** The table whose data nodes the class is routed to; the others correspond by position. */
    public PartitionedTable table() {
        return roots.get(0).sharded();
    }
}
