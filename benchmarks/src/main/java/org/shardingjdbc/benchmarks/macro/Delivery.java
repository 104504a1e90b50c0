package org.shardingjdbc.benchmarks.macro;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The oldest open order of each district of the warehouse is delivered, if there is one. */
final class Delivery implements TpccTransaction {
    private static final String OLDEST =
            "SELECT no_o_id FROM new_orders WHERE no_w_id = ? AND no_d_id = ?" + " ORDER BY no_o_id LIMIT 1 FOR UPDATE";
    private static final String CLOSE = "DELETE FROM new_orders WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?";
    private static final String ORDER = "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";
    private static final String CARRY =
            "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";
    private static final String LINES =
            "UPDATE order_line SET ol_delivery_d = ? WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
    private static final String AMOUNT =
            "SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
    private static final String OWE = "UPDATE customer SET c_balance = c_balance + ?,"
            + " c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

    private final TpccDesk desk;

    Delivery(TpccDesk desk) {
        this.desk = desk;
    }

    @Override
    public boolean run(Connection connection) throws SQLException {
        int carrier = desk.random().between(1, 10);
        for (int district = 1; district <= desk.scale().districts(); district++) {
            deliver(connection, district, carrier);
        }
        return true;
    }

    private void deliver(Connection connection, int district, int carrier) throws SQLException {
        int warehouse = desk.warehouse();
        int order;
        try (PreparedStatement statement = TpccDesk.prepare(connection, OLDEST, warehouse, district);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return;
            }
            order = row.getInt(1);
            desk.digest().add(order);
        }
        TpccDesk.change(connection, CLOSE, warehouse, district, order);
        int customer = amount(connection, ORDER, district, order).intValueExact();
        TpccDesk.change(connection, CARRY, carrier, warehouse, district, order);
        try (PreparedStatement statement = connection.prepareStatement(LINES)) {
            statement.setTimestamp(1, desk.now());
            statement.setInt(2, warehouse);
            statement.setInt(3, district);
            statement.setInt(4, order);
            desk.digest().add(statement.executeUpdate());
        }
        BigDecimal amount = amount(connection, AMOUNT, district, order);
        desk.digest().add(amount.hashCode());
        try (PreparedStatement statement = connection.prepareStatement(OWE)) {
            statement.setBigDecimal(1, amount);
            statement.setInt(2, warehouse);
            statement.setInt(3, district);
            statement.setInt(4, customer);
            TpccDesk.changeOne(statement);
        }
    }

    private BigDecimal amount(Connection connection, String sql, int district, int order) throws SQLException {
        try (PreparedStatement statement = TpccDesk.prepare(connection, sql, desk.warehouse(), district, order);
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            return row.getBigDecimal(1);
        }
    }
}
