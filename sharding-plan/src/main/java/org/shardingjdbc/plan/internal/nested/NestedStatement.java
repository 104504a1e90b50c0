package org.shardingjdbc.plan.internal.nested;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;

/**
 * A statement that is executed on behalf of another, through the same session: logic SQL, planned like any other. It
 * carries its plan as long as that holds, so that nobody looks for one by its text. Equal to another one of the same
 * text, whether planned or not; safe for all threads.
 */
public final class NestedStatement {
    private final String sql;
    private final @Nullable ParsedSql parsed;
    private final NestedPart part;
    private final int[] sources;
    /** Null where nothing but the planner made it. */
    private final @Nullable Object maker;

    /** What it is planned as, into which it does not look: a plan of a statement. */
    public interface Plan {}

    /** Null before it was planned. */
    private volatile @Nullable KeptPlan planned;

    /** @param version of the definitions that it was planned under */
    private record KeptPlan(Object version, Plan plan) {}

    /**
     * A statement of which there is no more than the text.
     *
     * @param sql logic SQL
     * @param part what it is planned as
     * @param sources where the value of each of its {@code ?} comes from, in text order: the 0-based parameter of the
     *     outer statement, or {@code -1 - n} for the n-th of the values that the execution itself supplies
     */
    public NestedStatement(String sql, NestedPart part, int[] sources) {
        this(sql, null, part, sources, null);
    }

    /** A whole statement. */
    public NestedStatement(String sql, int[] sources) {
        this(sql, NestedPart.WHOLE, sources);
    }

    /** A statement that was made of the trees of others. */
    public NestedStatement(ParsedSql parsed, NestedPart part, int[] sources) {
        this(parsed.sql(), parsed, part, sources, null);
    }

    private NestedStatement(
            String sql, @Nullable ParsedSql parsed, NestedPart part, int[] sources, @Nullable Object maker) {
        this.sql = sql;
        this.parsed = parsed;
        this.part = part;
        this.sources = sources.clone();
        this.maker = maker;
    }

    /** The same, made by a template. */
    public NestedStatement by(Object template) {
        return new NestedStatement(sql, parsed, part, sources, template);
    }

    /** Whether it is that statement, or was made by that template. */
    public boolean isOf(Object other) {
        return this == other || maker != null && maker == other;
    }

    public String sql() {
        return sql;
    }

    /** Its tree; null where it was not made of one. */
    public @Nullable ParsedSql parsed() {
        return parsed;
    }

    /** What it is planned as. */
    public NestedPart part() {
        return part;
    }

    /** Where the value of each of its {@code ?} comes from. */
    public int[] sources() {
        return sources.clone();
    }

    /** The same for people. */
    public List<String> shownSources() {
        List<String> shown = new ArrayList<>();
        for (int source : sources) {
            shown.add(source < 0 ? "value " + -source : "?" + (source + 1));
        }
        return shown;
    }

    /** Its SQL for people. */
    public String text() {
        return part == NestedPart.FIRST_ROWS ? sql + " (of each data node)" : sql;
    }

    /** The plan that it was given last; null before. */
    public @Nullable Plan plan() {
        KeptPlan last = planned;
        return last == null ? null : last.plan;
    }

    /** The plan that it was given under the definitions of now; null where there is none. */
    public @Nullable Plan plan(Object version) {
        KeptPlan last = planned;
        return last == null || last.version != version ? null : last.plan;
    }

    /** Keeps a plan. */
    public void planned(Object version, Plan plan) {
        planned = new KeptPlan(version, plan);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NestedStatement that
                && sql.equals(that.sql)
                && part == that.part
                && Arrays.equals(sources, that.sources);
    }

    @Override
    public int hashCode() {
        return sql.hashCode();
    }

    @Override
    public String toString() {
        return text() + " " + Arrays.toString(sources);
    }
}
