package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/**
 * Something that stands in FROM under a name: a table, a derived table, a common table expression.
 *
 * @param name what qualifies its columns
 * @param fields its columns
 * @param keyed whether no two of its rows agree in all of {@code key}
 * @param key names of columns; empty and keyed means at most one row
 * @param table the table that it is, or null
 */
public record Source(String name, List<Field> fields, boolean keyed, List<String> key, TableModel table) {
    public Source {
        fields = List.copyOf(fields);
        key = List.copyOf(key);
    }

    public Field field(String field) {
        return fields.stream().filter(f -> f.name().equals(field)).findFirst().orElseThrow();
    }

    public boolean has(String field) {
        return fields.stream().anyMatch(f -> f.name().equals(field));
    }

    public List<Field> ofType(ValueType type) {
        List<Field> found = new ArrayList<>();
        for (Field field : fields) {
            if (field.type() == type) {
                found.add(field);
            }
        }
        return found;
    }

    public boolean sharded() {
        return table != null && table.role() == TableRole.SHARDED;
    }
}
