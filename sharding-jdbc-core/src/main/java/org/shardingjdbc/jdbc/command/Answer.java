package org.shardingjdbc.jdbc.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * The result of a command: a table of texts. Immutable.
 *
 * @param columns the labels of the columns
 * @param rows each with one value for each column; a value may be null
 */
@Incubating
public record Answer(List<String> columns, List<List<@Nullable String>> rows) {
    /** Copies the lists. */
    public Answer {
        columns = List.copyOf(columns);
        List<List<@Nullable String>> copied = new ArrayList<>();
        rows.forEach(row -> copied.add(Collections.unmodifiableList(new ArrayList<>(row))));
        rows = List.copyOf(copied);
    }
}
