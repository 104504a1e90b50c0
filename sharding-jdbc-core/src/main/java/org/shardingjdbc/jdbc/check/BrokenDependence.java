package org.shardingjdbc.jdbc.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that break what a binding group declares of them: they are equal in the columns of a dependence and differ in
 * those that it determines, or have NULL there. A join that relies on the dependence misses such rows. Immutable.
 *
 * @param dependence as it was declared, such as {@code order_id -> user_id}
 * @param tables the logic tables of the group, in some of which the rows are
 * @param key what the rows have in the columns that decide
 * @param values what they have in the determined columns: each combination once, NULL as null, in the order of their
 *     texts
 */
public record BrokenDependence(
        String dependence, List<String> tables, List<Object> key, List<List<@Nullable Object>> values) {
    /** Copies the lists; only values may hold null. */
    public BrokenDependence {
        tables = List.copyOf(tables);
        key = List.copyOf(key);
        List<List<@Nullable Object>> copies = new ArrayList<>();
        values.forEach(each -> copies.add(Collections.unmodifiableList(new ArrayList<>(each))));
        values = Collections.unmodifiableList(copies);
    }
}
