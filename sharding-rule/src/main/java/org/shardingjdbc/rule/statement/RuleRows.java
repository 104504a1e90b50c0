package org.shardingjdbc.rule.statement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of texts. Immutable.
 *
 * @param columns their labels
 * @param rows as many values as columns; a value may be null
 */
public record RuleRows(List<String> columns, List<List<@Nullable String>> rows) {
    /** Copies the lists. */
    public RuleRows {
        columns = List.copyOf(columns);
        List<List<@Nullable String>> copied = new ArrayList<>();
        rows.forEach(row -> copied.add(Collections.unmodifiableList(new ArrayList<>(row))));
        rows = List.copyOf(copied);
    }
}
