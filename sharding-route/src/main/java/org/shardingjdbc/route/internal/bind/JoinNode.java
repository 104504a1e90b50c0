package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;

/** A FROM, or a part of it, while its block is bound. */
public sealed interface JoinNode {
    /** The relations in it, in text order. */
    List<Relation> relations();

    /** The columns that a star stands for, or null when they are unknown. */
    @Nullable
    List<Column> columns();

    /** The columns of each relation, as a star of H2 shows them, or null when they are unknown. */
    @Nullable
    List<Section> sections();

    /** The columns that USING or NATURAL made one, by name in lower case. */
    Map<String, Column> merged();

    /** Columns of one relation: those that were merged with another's, in the order of merging, then its others. */
    record Section(List<Column> merged, List<Column> others) {
        private static boolean remove(List<Column> columns, @Nullable String key) {
            return columns.removeIf(
                    column -> column.name() != null && column.name().equalsIgnoreCase(key));
        }
    }

    /** One relation; {@code region} is that of its rows. */
    record Leaf(Relation relation, Region region) implements JoinNode {
        @Override
        public List<Relation> relations() {
            return List.of(relation);
        }

        @Override
        public @Nullable List<Column> columns() {
            return relation.columns();
        }

        @Override
        public @Nullable List<Section> sections() {
            return relation.columns() == null ? null : List.of(new Section(List.of(), relation.columns()));
        }

        @Override
        public Map<String, Column> merged() {
            return Map.of();
        }
    }

    /**
     * A join under a name of its own, which hides those of its sides.
     *
     * @param relation what is seen of it
     */
    record NamedJoin(Relation relation, JoinNode join) implements JoinNode {
        @Override
        public List<Relation> relations() {
            return List.of(relation);
        }

        @Override
        public @Nullable List<Column> columns() {
            return relation.columns();
        }

        @Override
        public @Nullable List<Section> sections() {
            return relation.columns() == null ? null : List.of(new Section(List.of(), relation.columns()));
        }

        @Override
        public Map<String, Column> merged() {
            return Map.of();
        }
    }

    /** Equal columns of both sides of a join, of USING or NATURAL. */
    record Pair(
            Column left,
            @Nullable Relation leftRelation,
            Column right,
            @Nullable Relation rightRelation) {}

    /** In which order a star shows the columns of a join: merged ones first, or first among those of their relation. */
    enum StarOrder {
        MERGED_THEN_LEFT,
        MERGED_THEN_RIGHT,
        BY_RELATION
    }

    /**
     * A join.
     *
     * @param on may be null
     * @param onRegion that of the subqueries of {@code on}, still without a place
     * @param pairs of USING or NATURAL
     * @param relations of both sides, and that of an alias of USING
     */
    record Join(
            JoinKind kind,
            JoinNode left,
            JoinNode right,
            @Nullable Expression on,
            Region onRegion,
            List<Pair> pairs,
            Map<String, Column> merged,
            StarOrder order,
            List<Relation> relations)
            implements JoinNode {

        @Override
        public @Nullable List<Column> columns() {
            List<Column> all = new ArrayList<>();
            if (order == StarOrder.BY_RELATION) {
                List<Section> sections = sections();
                if (sections == null) {
                    return null;
                }
                sections.forEach(section -> {
                    all.addAll(section.merged());
                    all.addAll(section.others());
                });
                return all;
            }
            boolean rightFirst = order == StarOrder.MERGED_THEN_RIGHT;
            List<Column> first = rightFirst ? right.columns() : left.columns();
            List<Column> second = rightFirst ? left.columns() : right.columns();
            if (first == null || second == null) {
                return null;
            }
            all.addAll(first);
            all.addAll(second);
            pairs.forEach(pair -> Section.remove(all, pair.left().name()));
            List<Column> shown = new ArrayList<>();
            pairs.forEach(pair -> shown.add(merged.get(key(pair.left()))));
            shown.addAll(all);
            return shown;
        }

        @Override
        public @Nullable List<Section> sections() {
            List<Section> leftSections = left.sections();
            List<Section> rightSections = leftSections == null ? null : right.sections();
            if (leftSections == null || rightSections == null) {
                return null;
            }
            List<Section> ofLeft = copy(leftSections);
            List<Section> ofRight = copy(rightSections);
            for (Pair pair : pairs) {
                for (Section section : ofLeft) {
                    if (Section.remove(section.others(), pair.left().name())) {
                        section.merged().add(merged.get(key(pair.left())));
                    }
                }
                for (Section section : ofRight) {
                    Section.remove(section.merged(), pair.left().name());
                    Section.remove(section.others(), pair.left().name());
                }
            }
            ofLeft.addAll(ofRight);
            return ofLeft;
        }

        private static List<Section> copy(List<Section> sections) {
            List<Section> copy = new ArrayList<>();
            sections.forEach(section ->
                    copy.add(new Section(new ArrayList<>(section.merged()), new ArrayList<>(section.others()))));
            return copy;
        }

        private static String key(Column column) {
            return Objects.requireNonNull(column.name(), "found by it").toLowerCase(Locale.ROOT);
        }
    }
}
