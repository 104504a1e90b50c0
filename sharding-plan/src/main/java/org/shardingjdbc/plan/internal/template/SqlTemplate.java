package org.shardingjdbc.plan.internal.template;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Actual SQL with slots: names of actual tables, elements of lists, placeholders. Immutable, one per plan, shared by
 * all threads. Rendering it for one route unit gives the SQL text and where the value of each of its placeholders comes
 * from.
 */
public final class SqlTemplate {
    private final Segment[] segments;
    private final NameQuoting names;
    private final boolean divided;
    private final boolean uniform;
    /** Null unless {@link #sources} has a short way. */
    private final @Nullable ListSources list;

    SqlTemplate(Segment[] segments, NameQuoting names, boolean divided) {
        this.segments = segments;
        this.names = names;
        this.divided = divided;
        this.uniform = isUniform(segments);
        this.list = uniform ? ListSources.of(segments) : null;
    }

    /** Whether all elements of each list have the same text and no list is inside another one. */
    private static boolean isUniform(Segment[] segments) {
        for (Segment segment : segments) {
            if (segment instanceof ElementsSlot slot) {
                for (Segment[] element : slot.elements) {
                    if (!isAlike(element, slot.elements[0])) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static boolean isAlike(Segment[] element, Segment[] first) {
        if (element.length != first.length) {
            return false;
        }
        for (int i = 0; i < element.length; i++) {
            if (!(element[i] instanceof TextSegment text)
                    || !(first[i] instanceof TextSegment model)
                    || text.sources.length != model.sources.length
                    || !text.text().equals(model.text())) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing but names differs between units: then a unit's text and its placeholders are always the same. */
    public boolean namesOnly() {
        return !divided;
    }

    /**
     * Whether the text of a unit depends on how many elements each list has there and not on which, as in {@code IN (?,
     * ?, ?)}.
     */
    public boolean uniform() {
        return uniform;
    }

    /**
     * Where the values of the placeholders come from in a unit whose text is known.
     *
     * @param elements as for {@link #render}
     */
    public int[] sources(int @Nullable [][] elements) {
        if (list != null && elements != null && elements[list.split()] != null) {
            return list.of(elements[list.split()]);
        }
        int count = 0;
        for (Segment segment : segments) {
            count += placeholders(segment, elements);
        }
        int[] sources = new int[count];
        int to = 0;
        for (Segment segment : segments) {
            if (segment instanceof TextSegment fixed) {
                to = add(fixed, sources, to);
            } else if (segment instanceof ElementsSlot slot) {
                int[] chosen = elements == null ? null : elements[slot.split];
                int size = chosen == null ? slot.elements.length : chosen.length;
                for (int i = 0; i < size; i++) {
                    for (Segment part : slot.elements[chosen == null ? i : chosen[i]]) {
                        to = add((TextSegment) part, sources, to);
                    }
                }
            }
        }
        return sources;
    }

    private static int add(TextSegment fixed, int[] sources, int to) {
        System.arraycopy(fixed.sources, 0, sources, to, fixed.sources.length);
        return to + fixed.sources.length;
    }

    private static int placeholders(Segment segment, int @Nullable [][] elements) {
        if (segment instanceof TextSegment fixed) {
            return fixed.sources.length;
        }
        if (!(segment instanceof ElementsSlot slot)) {
            return 0;
        }
        int[] chosen = elements == null ? null : elements[slot.split];
        int size = chosen == null ? slot.elements.length : chosen.length;
        int each = 0;
        for (Segment part : slot.elements[0]) {
            each += ((TextSegment) part).sources.length;
        }
        return size * each;
    }

    /**
     * Renders the SQL of one unit.
     *
     * @param logicTables the configured name of each bound table
     * @param actualTables the actual name of each bound table in this unit
     * @param elements for each split the indexes of the unit's elements, ascending; null for all. May be null when
     *     {@link #namesOnly}
     */
    public UnitSql render(List<String> logicTables, List<String> actualTables, int @Nullable [][] elements) {
        Rendering rendering = new Rendering(names, logicTables, actualTables, elements);
        rendering.addAll(segments);
        return rendering.result();
    }

    /** The text with each table slot shown as {@code {name}} and each list slot as {@code [...]}. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        describe(segments, text);
        return text.toString();
    }

    private static void describe(Segment[] segments, StringBuilder text) {
        for (Segment segment : segments) {
            if (segment instanceof TextSegment fixed) {
                text.append(fixed.whole, fixed.begin, fixed.end);
            } else if (segment instanceof TableSlot slot) {
                text.append('{').append(slot.written).append('}');
            } else if (segment instanceof NameSlot slot) {
                text.append('{')
                        .append(slot.written)
                        .append('_')
                        .append(slot.logicTable)
                        .append('}');
            } else if (segment instanceof MadeSlot slot) {
                text.append('{').append(slot.written).append('}');
            } else if (segment instanceof ElementsSlot slot) {
                describe(slot, text);
            }
        }
    }

    private static void describe(ElementsSlot slot, StringBuilder text) {
        text.append('[');
        for (int i = 0; i < slot.elements.length && i < 8; i++) {
            if (i > 0) {
                text.append(", ");
            }
            describe(slot.elements[i], text);
        }
        text.append(slot.elements.length > 8 ? ", ...]" : "]");
    }

    /** A part of the template. */
    sealed interface Segment permits TextSegment, TableSlot, NameSlot, MadeSlot, ElementsSlot {}

    /**
     * Fixed text, a part of another one, which is mostly that of the statement, as plans keep that anyway;
     * {@code sources} says of each {@code ?} in it where its value comes from, -1 - slot for computed ones.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record TextSegment(String whole, int begin, int end, int[] sources) implements Segment {
        String text() {
            return whole.substring(begin, end);
        }
    }

    /** An actual table's name; {@code mark} is its quote, or 0. */
    record TableSlot(int table, String written, char mark) implements Segment {}

    /** A name made of a written one and the actual table's. */
    record NameSlot(int table, String logicTable, String written, char mark) implements Segment {}

    /** A name that the database made of the actual table's. */
    record MadeSlot(int table, String logicTable, String written, char mark) implements Segment {}

    /** Some elements of a list. */
    @SuppressWarnings("ArrayRecordComponent")
    record ElementsSlot(int split, Segment[][] elements) implements Segment {}

    /** The work of one rendering. */
    private static final class Rendering {
        private final NameQuoting names;
        private final List<String> logicTables;
        private final List<String> actualTables;
        private final int @Nullable [][] elements;
        private final StringBuilder sql = new StringBuilder(256);
        private int[] sources = new int[8];
        private int count;

        Rendering(NameQuoting names, List<String> logicTables, List<String> actualTables, int @Nullable [][] elements) {
            this.names = names;
            this.logicTables = logicTables;
            this.actualTables = actualTables;
            this.elements = elements;
        }

        void addAll(Segment[] parts) {
            for (Segment segment : parts) {
                add(segment);
            }
        }

        private void add(Segment segment) {
            if (segment instanceof TextSegment fixed) {
                sql.append(fixed.whole, fixed.begin, fixed.end);
                for (int source : fixed.sources) {
                    addSource(source);
                }
            } else if (segment instanceof TableSlot slot) {
                String logic = logicTables.get(slot.table);
                sql.append(names.table(slot.written, slot.mark, logic, actualTables.get(slot.table)));
            } else if (segment instanceof NameSlot slot) {
                sql.append(names.derived(slot.written, slot.mark, slot.logicTable, actualTables.get(slot.table)));
            } else if (segment instanceof MadeSlot slot) {
                sql.append(names.made(slot.written, slot.mark, slot.logicTable, actualTables.get(slot.table)));
            } else if (segment instanceof ElementsSlot slot) {
                addElements(slot);
            }
        }

        private void addElements(ElementsSlot slot) {
            int[] chosen = elements == null ? null : elements[slot.split];
            int size = chosen == null ? slot.elements.length : chosen.length;
            for (int i = 0; i < size; i++) {
                if (i > 0) {
                    sql.append(", ");
                }
                addAll(slot.elements[chosen == null ? i : chosen[i]]);
            }
        }

        private void addSource(int source) {
            if (count == sources.length) {
                sources = Arrays.copyOf(sources, count * 2);
            }
            sources[count++] = source;
        }

        UnitSql result() {
            return new UnitSql(sql.toString(), ParameterSources.shared(Arrays.copyOf(sources, count)));
        }
    }
}
