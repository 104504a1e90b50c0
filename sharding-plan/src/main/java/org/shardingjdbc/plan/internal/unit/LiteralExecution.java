package org.shardingjdbc.plan.internal.unit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.shape.TextShape;

/**
 * An execution of the plan of a text's shape. Its actual SQL has the text's literals as they were written where that
 * plan has parameters; other values, the generated keys, are still parameters. One per execution; several threads may
 * read it.
 */
public final class LiteralExecution implements ChosenUnits {
    private static final int[] NOTHING = {};

    private final ChosenUnits shared;
    private final TextShape text;
    private final String[] sql;

    /** For each unit, once asked for, which of its parameters are no literals; null when there are none. */
    private final int @Nullable [][] others;

    /** @param generatedKeys how many generated keys there are */
    public LiteralExecution(ChosenUnits shared, TextShape text, int generatedKeys) {
        this.shared = shared;
        this.text = text;
        int size = shared.size();
        this.sql = new String[size];
        this.others = generatedKeys == 0 ? null : new int[size][];
    }

    @Override
    public int size() {
        return sql.length;
    }

    @Override
    public int nodes() {
        return shared.nodes();
    }

    @Override
    public int dataSource(int unit) {
        return shared.dataSource(unit);
    }

    @Override
    public String sql(int unit) {
        String known = sql[unit];
        if (known == null) {
            known = render(unit);
            sql[unit] = known;
        }
        return known;
    }

    /** Each {@code ?} of the shared SQL is a placeholder: a text with another one has no shape. */
    private String render(int unit) {
        String shape = shared.sql(unit);
        int count = shared.parameterCount(unit);
        StringBuilder rendered = new StringBuilder(shape.length() + text.literalLength());
        int from = 0;
        for (int position = 0; position < count; position++) {
            int at = shape.indexOf('?', from);
            int source = shared.parameterSource(unit, position);
            rendered.append(shape, from, at);
            if (isLiteral(source)) {
                text.appendLiteral(source, rendered);
            } else {
                rendered.append('?');
            }
            from = at + 1;
        }
        return rendered.append(shape, from, shape.length()).toString();
    }

    private boolean isLiteral(int source) {
        return source >= 0 && source < text.count();
    }

    private int[] others(int unit) {
        if (others == null) {
            return NOTHING;
        }
        int[] known = others[unit];
        if (known == null) {
            known = findOthers(unit);
            others[unit] = known;
        }
        return known;
    }

    private int[] findOthers(int unit) {
        int count = shared.parameterCount(unit);
        int[] found = new int[count];
        int next = 0;
        for (int position = 0; position < count; position++) {
            if (!isLiteral(shared.parameterSource(unit, position))) {
                found[next++] = position;
            }
        }
        return Arrays.copyOf(found, next);
    }

    @Override
    public @Nullable Object target(int unit) {
        return shared.target(unit);
    }

    @Override
    public int parameterCount(int unit) {
        return others(unit).length;
    }

    @Override
    public int parameterSource(int unit, int position) {
        int source = shared.parameterSource(unit, others(unit)[position]);
        return source < 0 ? source : source - text.count();
    }

    @Override
    public @Nullable Object computedParameter(int unit, int position) {
        return shared.computedParameter(unit, others(unit)[position]);
    }

    @Override
    public @Nullable MergePlan merge() {
        return shared.merge();
    }

    @Override
    public MergeBounds bounds() {
        return shared.bounds();
    }

    @Override
    public int @Nullable [] insertedRows(int unit) {
        return shared.insertedRows(unit);
    }

    @Override
    public boolean replicated() {
        return shared.replicated();
    }
}
