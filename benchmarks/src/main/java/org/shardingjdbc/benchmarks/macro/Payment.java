package org.shardingjdbc.benchmarks.macro;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A customer, 15 of hundred times of another warehouse, pays. */
final class Payment implements TpccTransaction {
    private static final String TO_WAREHOUSE = "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?";
    private static final String WAREHOUSE =
            "SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = ?";
    private static final String TO_DISTRICT = "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?";
    private static final String DISTRICT = "SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip"
            + " FROM district WHERE d_w_id = ? AND d_id = ?";
    private static final String CUSTOMER = "SELECT c_credit, c_data, c_balance, c_first, c_middle, c_last, c_street_1,"
            + " c_street_2, c_city, c_state, c_zip, c_phone, c_credit_lim, c_discount, c_since"
            + " FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE";
    private static final String PAY =
            "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                    + " c_payment_cnt = c_payment_cnt + 1, c_data = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String HISTORY = "INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date,"
            + " h_amount, h_data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    private static final int DATA_LENGTH = 500;

    private final TpccDesk desk;

    Payment(TpccDesk desk) {
        this.desk = desk;
    }

    /** Who pays, and where. */
    private record Payer(int warehouse, int district, int customer) {}

    @Override
    public boolean run(Connection connection) throws SQLException {
        int district = desk.district();
        BigDecimal amount = desk.random().decimal(100, 500_000, 2);
        boolean remote = desk.random().percent(15);
        int ofWarehouse = remote ? desk.otherWarehouse() : desk.warehouse();
        int ofDistrict = remote ? desk.district() : district;
        String warehouseName = receive(connection, TO_WAREHOUSE, WAREHOUSE, amount, desk.warehouse());
        String districtName = receive(connection, TO_DISTRICT, DISTRICT, amount, desk.warehouse(), district);
        Payer payer = new Payer(ofWarehouse, ofDistrict, desk.customer(connection, ofWarehouse, ofDistrict));
        pay(connection, payer, district, amount);
        int[] places = {payer.customer(), ofDistrict, ofWarehouse, district, desk.warehouse()};
        try (PreparedStatement statement = TpccDesk.prepare(connection, HISTORY, places)) {
            statement.setTimestamp(6, desk.now());
            statement.setBigDecimal(7, amount);
            statement.setString(8, warehouseName + "    " + districtName);
            TpccDesk.changeOne(statement);
        }
        return true;
    }

    /** @return the name of the place */
    private String receive(Connection connection, String update, String select, BigDecimal amount, int... place)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setBigDecimal(1, amount);
            for (int i = 0; i < place.length; i++) {
                statement.setInt(i + 2, place[i]);
            }
            TpccDesk.changeOne(statement);
        }
        try (PreparedStatement statement = TpccDesk.prepare(connection, select, place);
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            desk.digest().add(row, 6);
            return row.getString(1);
        }
    }

    private void pay(Connection connection, Payer payer, int district, BigDecimal amount) throws SQLException {
        String data;
        try (PreparedStatement statement =
                        TpccDesk.prepare(connection, CUSTOMER, payer.warehouse(), payer.district(), payer.customer());
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            desk.digest().add(row, 15);
            data = row.getString(2);
            if (row.getString(1).equals("BC")) {
                data = payer.customer() + " " + payer.district() + " " + payer.warehouse() + " " + district + " "
                        + desk.warehouse() + " " + amount + " " + data;
                data = data.substring(0, Math.min(data.length(), DATA_LENGTH));
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(PAY)) {
            statement.setBigDecimal(1, amount);
            statement.setBigDecimal(2, amount);
            statement.setString(3, data);
            statement.setInt(4, payer.warehouse());
            statement.setInt(5, payer.district());
            statement.setInt(6, payer.customer());
            TpccDesk.changeOne(statement);
        }
    }
}
