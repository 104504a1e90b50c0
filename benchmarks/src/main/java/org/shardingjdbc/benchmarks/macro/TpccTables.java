package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The nine tables of TPC-C; all but the items belong to a warehouse and are spread by it. */
final class TpccTables {
    private static final String ADDRESS = "%1$s_street_1 VARCHAR(20) NOT NULL, %1$s_street_2 VARCHAR(20) NOT NULL,"
            + " %1$s_city VARCHAR(20) NOT NULL, %1$s_state CHAR(2) NOT NULL, %1$s_zip CHAR(9) NOT NULL";

    private static final List<String> DEFINITIONS = List.of(
            "CREATE TABLE warehouse (w_id INTEGER NOT NULL PRIMARY KEY, w_name VARCHAR(10) NOT NULL, " + address("w")
                    + ", w_tax DECIMAL(4, 4) NOT NULL, w_ytd DECIMAL(12, 2) NOT NULL)",
            "CREATE TABLE district (d_id INTEGER NOT NULL, d_w_id INTEGER NOT NULL, d_name VARCHAR(10) NOT NULL, "
                    + address("d") + ", d_tax DECIMAL(4, 4) NOT NULL, d_ytd DECIMAL(12, 2) NOT NULL,"
                    + " d_next_o_id INTEGER NOT NULL, PRIMARY KEY (d_w_id, d_id))",
            "CREATE TABLE customer (c_id INTEGER NOT NULL, c_d_id INTEGER NOT NULL, c_w_id INTEGER NOT NULL,"
                    + " c_first VARCHAR(16) NOT NULL, c_middle CHAR(2) NOT NULL, c_last VARCHAR(16) NOT NULL, "
                    + address("c") + ", c_phone CHAR(16) NOT NULL, c_since TIMESTAMP NOT NULL,"
                    + " c_credit CHAR(2) NOT NULL, c_credit_lim DECIMAL(12, 2) NOT NULL,"
                    + " c_discount DECIMAL(4, 4) NOT NULL, c_balance DECIMAL(12, 2) NOT NULL,"
                    + " c_ytd_payment DECIMAL(12, 2) NOT NULL, c_payment_cnt INTEGER NOT NULL,"
                    + " c_delivery_cnt INTEGER NOT NULL, c_data VARCHAR(500) NOT NULL,"
                    + " PRIMARY KEY (c_w_id, c_d_id, c_id))",
            "CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first)",
            "CREATE TABLE history (h_c_id INTEGER NOT NULL, h_c_d_id INTEGER NOT NULL, h_c_w_id INTEGER NOT NULL,"
                    + " h_d_id INTEGER NOT NULL, h_w_id INTEGER NOT NULL, h_date TIMESTAMP NOT NULL,"
                    + " h_amount DECIMAL(6, 2) NOT NULL, h_data VARCHAR(24) NOT NULL)",
            "CREATE TABLE new_orders (no_o_id INTEGER NOT NULL, no_d_id INTEGER NOT NULL, no_w_id INTEGER NOT NULL,"
                    + " PRIMARY KEY (no_w_id, no_d_id, no_o_id))",
            "CREATE TABLE orders (o_id INTEGER NOT NULL, o_d_id INTEGER NOT NULL, o_w_id INTEGER NOT NULL,"
                    + " o_c_id INTEGER NOT NULL, o_entry_d TIMESTAMP NOT NULL, o_carrier_id INTEGER,"
                    + " o_ol_cnt INTEGER NOT NULL, o_all_local INTEGER NOT NULL, PRIMARY KEY (o_w_id, o_d_id, o_id))",
            "CREATE INDEX orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)",
            "CREATE TABLE order_line (ol_o_id INTEGER NOT NULL, ol_d_id INTEGER NOT NULL, ol_w_id INTEGER NOT NULL,"
                    + " ol_number INTEGER NOT NULL, ol_i_id INTEGER NOT NULL, ol_supply_w_id INTEGER NOT NULL,"
                    + " ol_delivery_d TIMESTAMP NULL, ol_quantity INTEGER NOT NULL, ol_amount DECIMAL(6, 2) NOT NULL,"
                    + " ol_dist_info CHAR(24) NOT NULL, PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number))",
            "CREATE TABLE item (i_id INTEGER NOT NULL PRIMARY KEY, i_im_id INTEGER NOT NULL,"
                    + " i_name VARCHAR(24) NOT NULL, i_price DECIMAL(5, 2) NOT NULL, i_data VARCHAR(50) NOT NULL)",
            "CREATE TABLE stock (s_i_id INTEGER NOT NULL, s_w_id INTEGER NOT NULL, s_quantity INTEGER NOT NULL,"
                    + districtTexts() + " s_ytd DECIMAL(8, 0) NOT NULL, s_order_cnt INTEGER NOT NULL,"
                    + " s_remote_cnt INTEGER NOT NULL, s_data VARCHAR(50) NOT NULL, PRIMARY KEY (s_w_id, s_i_id))");

    private TpccTables() {}

    private static String address(String prefix) {
        return ADDRESS.formatted(prefix);
    }

    private static String districtTexts() {
        StringBuilder columns = new StringBuilder();
        for (int district = 1; district <= 10; district++) {
            columns.append(' ').append(districtText(district)).append(" CHAR(24) NOT NULL,");
        }
        return columns.toString();
    }

    /** The column of stock that has a district's text. */
    static String districtText(int district) {
        return district < 10 ? "s_dist_0" + district : "s_dist_" + district;
    }

    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String definition : DEFINITIONS) {
                statement.execute(definition);
            }
        }
    }

    static String rules() {
        return "rules:\n  - !SHARDING\n    autoTables:\n"
                + Layout.table("warehouse", "w_id")
                + Layout.table("district", "d_w_id")
                + Layout.table("customer", "c_w_id")
                + Layout.table("history", "h_w_id")
                + Layout.table("new_orders", "no_w_id")
                + Layout.table("orders", "o_w_id")
                + Layout.table("order_line", "ol_w_id")
                + Layout.table("stock", "s_w_id")
                + "    bindingTables:\n"
                + "      - warehouse, district, customer, history, new_orders, orders, order_line, stock\n"
                + Layout.ALGORITHM
                + "  - !BROADCAST\n    tables:\n      - item\n";
    }
}
