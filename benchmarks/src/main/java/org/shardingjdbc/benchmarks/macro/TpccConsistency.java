package org.shardingjdbc.benchmarks.macro;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The conditions of TPC-C that hold after any number of transactions (1 to 10 and 12 of its section on consistency; 11
 * holds only as long as nothing is delivered). They are asked of the data nodes one by one, since all rows of a
 * warehouse are in one; only payments lie where they were received, not where the customer lives, and are added up.
 */
final class TpccConsistency {
    private static final String OF_DISTRICT = " = d_w_id AND %1$s_d_id = d_id";

    /** Each counts rows that should not be; braces stand around the tables. */
    private static final Map<String, String> CONDITIONS = conditions();

    private final TpccScale scale;
    private final List<DataNode> nodes;
    private final List<String> violations = new ArrayList<>();
    private final Map<List<Integer>, BigDecimal> owed = new HashMap<>();

    TpccConsistency(TpccScale scale, List<DataNode> nodes) {
        this.scale = scale;
        this.nodes = List.copyOf(nodes);
    }

    private static Map<String, String> conditions() {
        Map<String, String> conditions = new LinkedHashMap<>();
        conditions.put("1", """
                SELECT COUNT(*) FROM {warehouse} WHERE w_ytd <> (SELECT SUM(d_ytd) FROM {district} WHERE d_w_id = w_id)
                """);
        conditions.put(
                "2",
                "SELECT COUNT(*) FROM {district} WHERE d_next_o_id - 1 <> (SELECT MAX(o_id) FROM {orders}"
                        + ofDistrict("o") + ") OR d_next_o_id - 1 <> (SELECT MAX(no_o_id) FROM {new_orders}"
                        + ofDistrict("no")
                        + ")");
        conditions.put("3", """
                SELECT COUNT(*) FROM (SELECT no_w_id, no_d_id FROM {new_orders} GROUP BY no_w_id, no_d_id
                HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT(*)) v
                """);
        conditions.put(
                "4",
                "SELECT COUNT(*) FROM {district} WHERE (SELECT SUM(o_ol_cnt) FROM {orders}" + ofDistrict("o")
                        + ") <> (SELECT COUNT(*) FROM {order_line}" + ofDistrict("ol") + ")");
        conditions.put("5", """
                SELECT COUNT(*) FROM {orders} LEFT JOIN {new_orders} ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
                WHERE (o_carrier_id IS NULL AND no_o_id IS NULL) OR (o_carrier_id IS NOT NULL AND no_o_id IS NOT NULL)
                """);
        conditions.put("6", """
                SELECT COUNT(*) FROM {orders} WHERE o_ol_cnt <> (SELECT COUNT(*) FROM {order_line}
                WHERE ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)
                """);
        conditions.put("7", """
                SELECT COUNT(*) FROM {order_line} JOIN {orders} ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
                WHERE (ol_delivery_d IS NULL AND o_carrier_id IS NOT NULL)
                OR (ol_delivery_d IS NOT NULL AND o_carrier_id IS NULL)
                """);
        conditions.put("8", """
                SELECT COUNT(*) FROM {warehouse} WHERE w_ytd <> (SELECT SUM(h_amount) FROM {history} WHERE h_w_id = w_id)
                """);
        conditions.put(
                "9",
                "SELECT COUNT(*) FROM {district} WHERE d_ytd <> (SELECT SUM(h_amount) FROM {history}" + ofDistrict("h")
                        + ")");
        conditions.put("12", """
                SELECT COUNT(*) FROM {customer} WHERE c_balance + c_ytd_payment <> (
                SELECT COALESCE(SUM(ol_amount), 0) FROM {orders} JOIN {order_line}
                ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
                WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id AND ol_delivery_d IS NOT NULL)
                """);
        return conditions;
    }

    private static String ofDistrict(String prefix) {
        return " WHERE " + prefix + "_w_id" + OF_DISTRICT.formatted(prefix);
    }

    /** What is wrong; empty if nothing is. */
    List<String> violations() throws SQLException {
        long warehouses = 0;
        for (DataNode node : nodes) {
            try (Connection connection = node.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                warehouses += number(statement, node, "SELECT COUNT(*) FROM {warehouse}");
                expect("items" + node.suffix(), scale.items(), number(statement, node, "SELECT COUNT(*) FROM item"));
                for (Map.Entry<String, String> condition : CONDITIONS.entrySet()) {
                    expect(
                            "violations of condition " + condition.getKey() + " in tables" + node.suffix(),
                            0,
                            number(statement, node, condition.getValue()));
                }
                balances(statement, node);
            }
        }
        expect("warehouses", scale.warehouses(), warehouses);
        expect("customers", (long) scale.warehouses() * scale.districts() * scale.customers(), owed.size());
        long wrong = owed.values().stream().filter(left -> left.signum() != 0).count();
        expect("violations of condition 10", 0, wrong);
        return violations;
    }

    private void expect(String what, long expected, long found) {
        if (expected != found) {
            violations.add(what + ": " + found + " instead of " + expected);
        }
    }

    private static String actual(String sql, DataNode node) {
        return sql.replace("{", "").replace("}", node.suffix());
    }

    private static long number(Statement statement, DataNode node, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(actual(sql, node))) {
            result.next();
            return result.getLong(1);
        }
    }

    /** A customer's balance is what was delivered, less what was paid: all three must leave nothing. */
    private void balances(Statement statement, DataNode node) throws SQLException {
        add(statement, node, "SELECT c_w_id, c_d_id, c_id, 0 - c_balance FROM {customer}");
        add(
                statement,
                node,
                "SELECT h_c_w_id, h_c_d_id, h_c_id, 0 - SUM(h_amount) FROM {history}"
                        + " GROUP BY h_c_w_id, h_c_d_id, h_c_id");
        add(
                statement,
                node,
                "SELECT o_w_id, o_d_id, o_c_id, SUM(ol_amount) FROM {orders} JOIN {order_line}"
                        + " ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE ol_delivery_d IS NOT NULL"
                        + " GROUP BY o_w_id, o_d_id, o_c_id");
    }

    private void add(Statement statement, DataNode node, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(actual(sql, node))) {
            while (rows.next()) {
                List<Integer> customer = List.of(rows.getInt(1), rows.getInt(2), rows.getInt(3));
                owed.merge(customer, rows.getBigDecimal(4), BigDecimal::add);
            }
        }
    }
}
