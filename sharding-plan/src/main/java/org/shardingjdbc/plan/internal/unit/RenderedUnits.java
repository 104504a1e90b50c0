package org.shardingjdbc.plan.internal.unit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.route.internal.shape.RouteUnit;

/**
 * The SQL of each unit, rendered when first needed and kept. Where only names vary, all of it is kept; where a list of
 * placeholders is divided, only the text, by the list's length in the unit. Two threads may both render the same SQL;
 * either text serves. One per template of a plan, shared by all threads.
 */
public final class RenderedUnits {
    /**
     * Texts with longer lists are not kept: there are many lengths, and rendering costs little beside the execution.
     */
    private static final int LONGEST_KEPT = 64;
    /** Tables that are not aligned have a unit for each combination of their nodes; SQL is kept for so many of them. */
    private static final int MOST_CACHED = 4096;

    private final SqlTemplate template;
    private final List<String> tableNames;
    private final List<RouteUnit> units;
    private final UnitSql[] cached;
    private final String @Nullable [][] divided;

    public RenderedUnits(SqlTemplate template, List<String> tableNames, List<RouteUnit> units) {
        this.template = template;
        this.tableNames = tableNames;
        this.units = units;
        this.cached = new UnitSql[capacity(units)];
        this.divided = !template.namesOnly() && template.uniform() ? new String[cached.length][] : null;
    }

    /** For how many units of a plan SQL is kept. */
    public static int capacity(List<RouteUnit> units) {
        return Math.min(units.size(), MOST_CACHED);
    }

    public UnitSql get(int unit) {
        if (unit >= cached.length) {
            return template.render(tableNames, units.get(unit).actualTables(), null);
        }
        UnitSql known = cached[unit];
        if (known == null) {
            known = template.render(tableNames, units.get(unit).actualTables(), null);
            cached[unit] = known;
        }
        return known;
    }

    /**
     * @param elements for each list the elements of the unit, null entries for all elements; null for all of all lists
     */
    public UnitSql get(int unit, int @Nullable [][] elements) {
        if (elements == null) {
            return get(unit);
        }
        String[][] kept = divided;
        if (kept == null
                || unit >= kept.length
                || elements.length != 1
                || elements[0] == null
                || elements[0].length > LONGEST_KEPT) {
            return template.render(tableNames, units.get(unit).actualTables(), elements);
        }
        int length = elements[0].length;
        String[] texts = kept[unit];
        if (texts == null || texts.length <= length) {
            // What another thread keeps in an array that is replaced here is rendered again.
            String[] longer = new String[Math.min(LONGEST_KEPT + 1, Math.max(8, 2 * length))];
            if (texts != null) {
                System.arraycopy(texts, 0, longer, 0, texts.length);
            }
            texts = longer;
            kept[unit] = texts;
        }
        if (texts[length] == null) {
            UnitSql made = template.render(tableNames, units.get(unit).actualTables(), elements);
            texts[length] = made.sql();
            return made;
        }
        return new UnitSql(texts[length], template.sources(elements));
    }
}
