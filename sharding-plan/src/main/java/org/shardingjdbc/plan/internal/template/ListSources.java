package org.shardingjdbc.plan.internal.template;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.template.SqlTemplate.ElementsSlot;
import org.shardingjdbc.plan.internal.template.SqlTemplate.Segment;
import org.shardingjdbc.plan.internal.template.SqlTemplate.TextSegment;

/**
 * The sources of a template with one list, each element of which has one placeholder: of those before the list, of its
 * elements, of those behind it. Immutable, one per template.
 */
@SuppressWarnings("ArrayRecordComponent")
record ListSources(int split, int[] before, int[] ofElements, int[] behind) {
    private static final int[] NONE = {};

    /** Null when the template has no list, more than one, or one of other elements. */
    static @Nullable ListSources of(Segment[] segments) {
        ElementsSlot only = null;
        int[] before = NONE;
        int[] behind = NONE;
        for (Segment segment : segments) {
            if (segment instanceof ElementsSlot slot) {
                if (only != null) {
                    return null;
                }
                only = slot;
            } else if (segment instanceof TextSegment text && only == null) {
                before = joined(before, text.sources());
            } else if (segment instanceof TextSegment text) {
                behind = joined(behind, text.sources());
            }
        }
        if (only == null) {
            return null;
        }
        int[] ofElements = new int[only.elements().length];
        for (int i = 0; i < ofElements.length; i++) {
            Segment[] element = only.elements()[i];
            if (element.length != 1 || !(element[0] instanceof TextSegment text) || text.sources().length != 1) {
                return null;
            }
            ofElements[i] = text.sources()[0];
        }
        return new ListSources(only.split(), before, ofElements, behind);
    }

    private static int[] joined(int[] first, int[] second) {
        int[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    int[] of(int[] chosen) {
        int[] sources = new int[before.length + chosen.length + behind.length];
        System.arraycopy(before, 0, sources, 0, before.length);
        int to = before.length;
        for (int element : chosen) {
            sources[to++] = ofElements[element];
        }
        System.arraycopy(behind, 0, sources, to, behind.length);
        return sources;
    }
}
