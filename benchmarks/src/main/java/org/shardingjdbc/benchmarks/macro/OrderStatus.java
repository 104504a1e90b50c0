package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A customer asks for the latest order. */
final class OrderStatus implements TpccTransaction {
    private static final String CUSTOMER =
            "SELECT c_balance, c_first, c_middle, c_last FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String ORDER = "SELECT o_id, o_carrier_id, o_entry_d FROM orders"
            + " WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1";
    private static final String LINES = "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d"
            + " FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ? ORDER BY ol_number";

    private final TpccDesk desk;

    OrderStatus(TpccDesk desk) {
        this.desk = desk;
    }

    @Override
    public boolean run(Connection connection) throws SQLException {
        int district = desk.district();
        int customer = desk.customer(connection, desk.warehouse(), district);
        try (PreparedStatement statement =
                        TpccDesk.prepare(connection, CUSTOMER, desk.warehouse(), district, customer);
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            desk.digest().add(row, 4);
        }
        int order;
        try (PreparedStatement statement = TpccDesk.prepare(connection, ORDER, desk.warehouse(), district, customer);
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            desk.digest().add(row, 3);
            order = row.getInt(1);
        }
        try (PreparedStatement statement = TpccDesk.prepare(connection, LINES, desk.warehouse(), district, order);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                desk.digest().add(rows, 5);
            }
        }
        return true;
    }
}
