package org.shardingjdbc.benchmarks.macro;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;

/** An order of 5 to 15 items; one of hundred asks for an item that does not exist and is rolled back. */
final class NewOrder implements TpccTransaction {
    private static final String WAREHOUSE = "SELECT w_tax FROM warehouse WHERE w_id = ?";
    private static final String CUSTOMER =
            "SELECT c_discount, c_last, c_credit FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String DISTRICT =
            "SELECT d_tax, d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE";
    private static final String NEXT =
            "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?";
    private static final String ORDER = "INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_ol_cnt, o_all_local,"
            + " o_entry_d) VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String OPEN = "INSERT INTO new_orders (no_o_id, no_d_id, no_w_id) VALUES (?, ?, ?)";
    private static final String ITEM = "SELECT i_price, i_name, i_data FROM item WHERE i_id = ?";
    private static final String STOCK =
            "SELECT s_quantity, %s, s_data FROM stock WHERE s_w_id = ? AND s_i_id = ?" + " FOR UPDATE";
    private static final String TAKE = "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?,"
            + " s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?";
    private static final String LINE = "INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id,"
            + " ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String[] STOCK_OF_DISTRICT = new String[11];

    static {
        for (int district = 1; district < STOCK_OF_DISTRICT.length; district++) {
            STOCK_OF_DISTRICT[district] = STOCK.formatted(TpccTables.districtText(district));
        }
    }

    private final TpccDesk desk;

    NewOrder(TpccDesk desk) {
        this.desk = desk;
    }

    /** @param number within the order, from 1 */
    private record Line(int number, int item, int supplier, int quantity) {}

    @Override
    public boolean run(Connection connection) throws SQLException {
        int district = desk.district();
        int customer = desk.random().customer(desk.scale());
        Line[] lines = lines();
        read(connection, WAREHOUSE, 1, desk.warehouse());
        read(connection, CUSTOMER, 3, desk.warehouse(), district, customer);
        int order = number(connection, district);
        TpccDesk.change(connection, NEXT, desk.warehouse(), district);
        boolean allHere = Arrays.stream(lines).allMatch(line -> line.supplier() == desk.warehouse());
        int[] head = {order, district, desk.warehouse(), customer, lines.length, allHere ? 1 : 0};
        try (PreparedStatement statement = TpccDesk.prepare(connection, ORDER, head)) {
            statement.setTimestamp(7, desk.now());
            TpccDesk.changeOne(statement);
        }
        TpccDesk.change(connection, OPEN, order, district, desk.warehouse());
        return lines(connection, district, order, lines);
    }

    /** In the order in which all transactions lock stock, so that none waits for one that waits for it. */
    private Line[] lines() {
        TpccRandom random = desk.random();
        Line[] lines = new Line[random.between(5, TpccScale.LINES_AT_MOST)];
        boolean mistake = random.percent(1);
        for (int i = 0; i < lines.length; i++) {
            boolean unknown = mistake && i == lines.length - 1;
            lines[i] = new Line(
                    i + 1,
                    unknown ? desk.scale().items() + 1 : random.item(desk.scale()),
                    random.percent(1) ? desk.otherWarehouse() : desk.warehouse(),
                    random.between(1, 10));
        }
        Arrays.sort(lines, Comparator.comparingInt(Line::supplier).thenComparingInt(Line::item));
        return lines;
    }

    private void read(Connection connection, String sql, int columns, int... parameters) throws SQLException {
        try (PreparedStatement statement = TpccDesk.prepare(connection, sql, parameters);
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            desk.digest().add(row, columns);
        }
    }

    private int number(Connection connection, int district) throws SQLException {
        try (PreparedStatement statement = TpccDesk.prepare(connection, DISTRICT, desk.warehouse(), district);
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            desk.digest().add(row, 2);
            return row.getInt(2);
        }
    }

    private boolean lines(Connection connection, int district, int order, Line[] lines) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(LINE)) {
            for (Line line : lines) {
                BigDecimal price = price(connection, line.item());
                if (price == null) {
                    return false;
                }
                insert.setInt(1, order);
                insert.setInt(2, district);
                insert.setInt(3, desk.warehouse());
                insert.setInt(4, line.number());
                insert.setInt(5, line.item());
                insert.setInt(6, line.supplier());
                insert.setInt(7, line.quantity());
                insert.setBigDecimal(8, price.multiply(BigDecimal.valueOf(line.quantity())));
                insert.setString(9, take(connection, district, line));
                insert.addBatch();
            }
            desk.digest().add(insert.executeBatch().length);
        }
        return true;
    }

    /** Null if there is no such item. */
    private BigDecimal price(Connection connection, int item) throws SQLException {
        try (PreparedStatement statement = TpccDesk.prepare(connection, ITEM, item);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            desk.digest().add(row, 3);
            return row.getBigDecimal(1);
        }
    }

    /** Takes a line's items out of stock, which is filled up when it runs low. */
    private String take(Connection connection, int district, Line line) throws SQLException {
        int quantity;
        String text;
        String sql = STOCK_OF_DISTRICT[district];
        try (PreparedStatement statement = TpccDesk.prepare(connection, sql, line.supplier(), line.item());
                ResultSet row = statement.executeQuery()) {
            TpccDesk.next(row);
            desk.digest().add(row, 3);
            quantity = row.getInt(1);
            text = row.getString(2);
        }
        int left = quantity >= line.quantity() + 10 ? quantity - line.quantity() : quantity - line.quantity() + 91;
        int remote = line.supplier() == desk.warehouse() ? 0 : 1;
        TpccDesk.change(connection, TAKE, left, line.quantity(), remote, line.supplier(), line.item());
        return text;
    }
}
