package org.shardingjdbc.jdbc.complaints;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Complaint C2.28 as a property: in whatever places the parameters of a statement stand, and however it is split over
 * the data nodes, each value arrives at its own place. Every parameter of a statement has another value, and what is
 * selected or written shows it.
 */
class ParameterPositionsTest extends ComplaintsSuite {
    private static final long SEED = 20_240_229;
    private static final int STATEMENTS = 60;

    private final Random random = new Random(SEED);
    private final List<Object> values = new ArrayList<>();

    @Test
    @DisplayName("C2.28 each parameter reaches its own place, whatever the statement is split into")
    void everyParameterReachesItsPlace() {
        for (int i = 0; i < STATEMENTS; i++) {
            values.clear();
            switch (i % 6) {
                case 0, 1 -> forms.rows(query(), values.toArray());
                case 2 -> forms.write("t_order", insert(), values.toArray());
                case 3 -> forms.write("t_order", update(), values.toArray());
                case 4 -> forms.write("t_order", "DELETE FROM t_order WHERE " + condition(""), values.toArray());
                default -> forms.write("t_account", upsert(), values.toArray());
            }
        }
    }

    /** A placeholder for a value that no other parameter of the statement has. */
    private String place(int range) {
        return place(0, range);
    }

    private String place(int from, int range) {
        int value = from + random.nextInt(range);
        while (values.contains(value)) {
            value++;
        }
        values.add(value);
        return "?";
    }

    private String places(int range) {
        StringBuilder list = new StringBuilder("(").append(place(range));
        for (int more = random.nextInt(4); more > 0; more--) {
            list.append(", ").append(place(range));
        }
        return list.append(')').toString();
    }

    private String query() {
        boolean joined = random.nextBoolean();
        StringBuilder sql = new StringBuilder("SELECT o.order_id, o.order_id + ").append(place(1000));
        sql.append(" AS a, CASE WHEN o.user_id IN ").append(places(10)).append(" THEN 1 ELSE 0 END AS b");
        sql.append(" FROM t_order o");
        if (joined) {
            sql.append(" JOIN t_item i ON o.user_id = i.user_id AND i.item_id < o.order_id + ")
                    .append(place(12));
        }
        sql.append(" WHERE ").append(condition("o."));
        if (random.nextBoolean()) {
            sql.append(" AND EXISTS (SELECT 1 FROM t_item x WHERE x.user_id = o.user_id AND x.item_id <> ")
                    .append(place(12))
                    .append(')');
        }
        return sql.toString();
    }

    /** Chooses a few nodes, one, or all, and more. */
    private String condition(String alias) {
        String key = alias + "user_id";
        String nodes =
                switch (random.nextInt(5)) {
                    case 0 -> key + " IN " + places(10);
                    case 1 -> key + " = " + place(10);
                    case 2 -> "(" + key + " = " + place(10) + " OR " + key + " IN " + places(10) + ")";
                    case 3 -> key + " NOT IN " + places(10);
                    default -> key + " >= " + place(10);
                };
        return alias + "order_id <> " + place(12) + " AND " + nodes + " AND NOT (" + alias + "order_id = " + place(12)
                + ")";
    }

    private String insert() {
        StringBuilder sql = new StringBuilder("INSERT INTO t_order (order_id, amount, user_id) VALUES ");
        int rows = 1 + random.nextInt(6);
        for (int row = 0; row < rows; row++) {
            sql.append(row == 0 ? "" : ", ")
                    .append('(')
                    .append(place(1000))
                    .append(" + 1000, ")
                    .append(place(1000));
            sql.append(" * 2, ").append(place(50)).append(')');
        }
        return sql.toString();
    }

    private String update() {
        return "UPDATE t_order SET amount = " + place(1000) + ", created = created, order_id = order_id + 1000 + "
                + place(1000) + " WHERE " + condition("");
    }

    private String upsert() {
        StringBuilder sql = new StringBuilder("INSERT INTO t_account (balance, account_id, owner_id) VALUES ");
        boolean merges = kind != DatabaseKind.H2;
        int rows = 1 + random.nextInt(5);
        for (int row = 0; row < rows; row++) {
            sql.append(row == 0 ? "" : ", ").append('(').append(place(1000)).append(", ");
            sql.append(merges ? place(9) : place(100, 1000))
                    .append(", ")
                    .append(place(1000))
                    .append(')');
        }
        if (forms.mySqlFamily()) {
            sql.append(" ON DUPLICATE KEY UPDATE balance = balance + ").append(place(1000));
            sql.append(", owner_id = ").append(place(1000));
        } else if (merges) {
            sql.append(" ON CONFLICT (account_id) DO UPDATE SET balance = t_account.balance + ")
                    .append(place(1000));
            sql.append(", owner_id = ").append(place(1000));
        }
        return sql.toString();
    }
}
