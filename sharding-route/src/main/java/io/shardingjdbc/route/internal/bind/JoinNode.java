package io.shardingjdbc.route.internal.bind;

import io.shardingjdbc.parser.ast.Expression;
import io.shardingjdbc.parser.ast.JoinKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A FROM, or a part of it, while its block is bound. */
sealed interface JoinNode {
    /** The relations in it, in text order. */
    List<Relation> relations();

    /** The columns that a star stands for, or null when they are unknown. */
    List<Column> columns();

    /** The columns that USING or NATURAL made one, by name in lower case. */
    Map<String, Column> merged();

    /** One relation; {@code region} is that of its rows. */
    record Leaf(Relation relation, Region region) implements JoinNode {
        @Override
        public List<Relation> relations() {
            return List.of(relation);
        }

        @Override
        public List<Column> columns() {
            return relation.columns();
        }

        @Override
        public Map<String, Column> merged() {
            return Map.of();
        }
    }

    /** Equal columns of both sides of a join, of USING or NATURAL. */
    record Pair(Column left, Relation leftRelation, Column right, Relation rightRelation) {}

    /**
     * A join.
     *
     * @param on may be null
     * @param onRegion that of the subqueries of {@code on}, still without a place
     * @param pairs of USING or NATURAL
     * @param mergedFirst whether a star shows the merged columns before the others
     */
    record Join(
            JoinKind kind,
            JoinNode left,
            JoinNode right,
            Expression on,
            Region onRegion,
            List<Pair> pairs,
            Map<String, Column> merged,
            boolean mergedFirst)
            implements JoinNode {
        @Override
        public List<Relation> relations() {
            List<Relation> all = new ArrayList<>(left.relations());
            all.addAll(right.relations());
            return all;
        }

        @Override
        public List<Column> columns() {
            List<Column> leftColumns = left.columns();
            List<Column> rightColumns = right.columns();
            if (leftColumns == null || rightColumns == null) {
                return null;
            }
            Set<String> common = new HashSet<>();
            List<Column> all = new ArrayList<>();
            for (Pair pair : pairs) {
                String key = pair.left().name().toLowerCase(Locale.ROOT);
                common.add(key);
                if (mergedFirst) {
                    all.add(merged.get(key));
                }
            }
            for (Column column : leftColumns) {
                boolean shared =
                        column.name() != null && common.contains(column.name().toLowerCase(Locale.ROOT));
                if (!shared) {
                    all.add(column);
                } else if (!mergedFirst) {
                    all.add(merged.get(column.name().toLowerCase(Locale.ROOT)));
                }
            }
            for (Column column : rightColumns) {
                if (column.name() == null || !common.contains(column.name().toLowerCase(Locale.ROOT))) {
                    all.add(column);
                }
            }
            return all;
        }
    }
}
