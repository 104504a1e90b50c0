package org.shardingjdbc.benchmarks.macro;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;

/** Fills the tables of TPC-C. Two loaders of one scale write the same rows. One thread uses it, once. */
final class TpccLoader {
    private static final BigDecimal PAID = new BigDecimal("10.00");

    private final Connection connection;
    private final TpccScale scale;
    private final TpccRandom random;
    private final Instant now;

    /** @param connection not in auto-commit mode */
    TpccLoader(Connection connection, TpccScale scale, long seed, Instant now) {
        this.connection = connection;
        this.scale = scale;
        this.random = new TpccRandom(seed);
        this.now = now;
    }

    void load() throws SQLException {
        items();
        for (int warehouse = 1; warehouse <= scale.warehouses(); warehouse++) {
            warehouse(warehouse);
            stock(warehouse);
            for (int district = 1; district <= scale.districts(); district++) {
                customers(warehouse, district);
                orders(warehouse, district);
            }
        }
    }

    private void items() throws SQLException {
        try (Rows rows = new Rows(connection, "item", 5)) {
            for (int item = 1; item <= scale.items(); item++) {
                rows.add(
                        item,
                        random.between(1, 10_000),
                        random.letters(14, 24),
                        random.decimal(100, 10_000, 2),
                        random.data());
            }
        }
    }

    private void warehouse(int warehouse) throws SQLException {
        BigDecimal ytd = PAID.multiply(BigDecimal.valueOf(scale.customers()));
        try (Rows rows = new Rows(connection, "warehouse", 9)) {
            rows.add(
                    warehouse,
                    random.letters(6, 10),
                    random.letters(10, 20),
                    random.letters(10, 20),
                    random.letters(10, 20),
                    random.state(),
                    random.zip(),
                    random.decimal(0, 2000, 4),
                    ytd.multiply(BigDecimal.valueOf(scale.districts())));
        }
        try (Rows rows = new Rows(connection, "district", 11)) {
            for (int district = 1; district <= scale.districts(); district++) {
                rows.add(
                        district,
                        warehouse,
                        random.letters(6, 10),
                        random.letters(10, 20),
                        random.letters(10, 20),
                        random.letters(10, 20),
                        random.state(),
                        random.zip(),
                        random.decimal(0, 2000, 4),
                        ytd,
                        scale.customers() + 1);
            }
        }
    }

    private void stock(int warehouse) throws SQLException {
        try (Rows rows = new Rows(connection, "stock", 17)) {
            Object[] row = new Object[17];
            for (int item = 1; item <= scale.items(); item++) {
                row[0] = item;
                row[1] = warehouse;
                row[2] = random.between(10, 100);
                for (int district = 1; district <= 10; district++) {
                    row[2 + district] = random.letters(24, 24);
                }
                row[13] = 0;
                row[14] = 0;
                row[15] = 0;
                row[16] = random.data();
                rows.add(row);
            }
        }
    }

    private void customers(int warehouse, int district) throws SQLException {
        try (Rows customers = new Rows(connection, "customer", 21);
                Rows history = new Rows(connection, "history", 8)) {
            for (int customer = 1; customer <= scale.customers(); customer++) {
                customers.add(
                        customer,
                        district,
                        warehouse,
                        random.letters(8, 16),
                        "OE",
                        random.lastNameOf(customer),
                        random.letters(10, 20),
                        random.letters(10, 20),
                        random.letters(10, 20),
                        random.state(),
                        random.zip(),
                        random.digits(16),
                        now,
                        random.percent(10) ? "BC" : "GC",
                        new BigDecimal("50000.00"),
                        random.decimal(0, 5000, 4),
                        PAID.negate(),
                        PAID,
                        1,
                        0,
                        random.letters(300, 500));
                history.add(customer, district, warehouse, district, warehouse, now, PAID, random.letters(12, 24));
            }
        }
    }

    private void orders(int warehouse, int district) throws SQLException {
        int[] customers = random.permutation(scale.customers());
        try (Rows orders = new Rows(connection, "orders", 8);
                Rows open = new Rows(connection, "new_orders", 3);
                Rows lines = new Rows(connection, "order_line", 10)) {
            for (int order = 1; order <= scale.customers(); order++) {
                boolean delivered = order < scale.firstOpenOrder();
                int count = random.between(5, TpccScale.LINES_AT_MOST);
                Object carrier = delivered ? (Object) random.between(1, 10) : Null.INTEGER;
                orders.add(order, district, warehouse, customers[order - 1], now, carrier, count, 1);
                if (!delivered) {
                    open.add(order, district, warehouse);
                }
                for (int line = 1; line <= count; line++) {
                    lines.add(
                            order,
                            district,
                            warehouse,
                            line,
                            random.between(1, scale.items()),
                            warehouse,
                            delivered ? now : Null.TIMESTAMP,
                            5,
                            delivered ? new BigDecimal("0.00") : random.decimal(1, 999_999, 2),
                            random.letters(24, 24));
                }
            }
        }
    }

    /** NULL of a type, which drivers want to know. */
    enum Null {
        INTEGER(Types.INTEGER),
        TIMESTAMP(Types.TIMESTAMP);

        private final int type;

        Null(int type) {
            this.type = type;
        }

        /** One of {@link Types}. */
        int type() {
            return type;
        }
    }
}
