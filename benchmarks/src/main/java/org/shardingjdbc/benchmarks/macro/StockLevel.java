package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How many items of a district's last 20 orders run low. */
final class StockLevel implements TpccTransaction {
    private static final String DISTRICT = "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?";
    private static final String LOW = "SELECT COUNT(DISTINCT s_i_id) FROM order_line"
            + " JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?";
    private static final int ORDERS = 20;

    private final TpccDesk desk;
    private final int district;

    StockLevel(TpccDesk desk) {
        this.desk = desk;
        this.district = desk.district();
    }

    @Override
    public boolean run(Connection connection) throws SQLException {
        int next = number(connection, DISTRICT, desk.warehouse(), district);
        int threshold = desk.random().between(10, 20);
        desk.digest().add(number(connection, LOW, desk.warehouse(), district, next - ORDERS, next, threshold));
        return true;
    }

    private static int number(Connection connection, String sql, int... parameters) throws SQLException {
        try (PreparedStatement statement = TpccDesk.prepare(connection, sql, parameters);
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            return row.getInt(1);
        }
    }
}
