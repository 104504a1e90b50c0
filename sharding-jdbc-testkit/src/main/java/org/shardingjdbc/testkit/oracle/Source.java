package org.shardingjdbc.testkit.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that stands in FROM under a name: a table, a derived table, a common table expression.
 *
 * @param name what qualifies its columns
 * @param fields its columns
 * @param keyed whether no two of its rows agree in all of {@code key}
 * @param key names of columns; empty and keyed means at most one row
 * @param table the table that it is, or null
 */
record Source(String name, List<Field> fields, boolean keyed, List<String> key, TableModel table) {
    Source {
        fields = List.copyOf(fields);
        key = List.copyOf(key);
    }

    Field field(String field) {
        return fields.stream().filter(f -> f.name().equals(field)).findFirst().orElseThrow();
    }

    boolean has(String field) {
        return fields.stream().anyMatch(f -> f.name().equals(field));
    }

    List<Field> ofType(ValueType type) {
        List<Field> found = new ArrayList<>();
        for (Field field : fields) {
            if (field.type() == type) {
                found.add(field);
            }
        }
        return found;
    }

    boolean sharded() {
        return table != null && table.role() == TableRole.SHARDED;
    }
}
