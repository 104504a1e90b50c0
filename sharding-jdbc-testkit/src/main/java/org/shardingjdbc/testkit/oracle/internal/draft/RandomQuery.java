package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;

/**
 * A generated query.
 *
 * @param sql its text, without parentheses
 * @param fields what it answers with
 * @param keyed whether no two of its rows agree in all of {@code key}
 * @param key names among the fields
 * @param orderKeys as for {@link GeneratedStatement}
 * @param totalOrder as for {@link GeneratedStatement}
 */
public record RandomQuery(
        String sql, List<Field> fields, boolean keyed, List<String> key, List<Integer> orderKeys, boolean totalOrder) {
    public RandomQuery {
        fields = List.copyOf(fields);
        key = List.copyOf(key);
        orderKeys = List.copyOf(orderKeys);
    }

    public Source as(String name) {
        return new Source(name, fields, keyed, key, null);
    }

    public RandomQuery prefixed(String text) {
        return new RandomQuery(text + sql, fields, keyed, key, orderKeys, totalOrder);
    }
}
