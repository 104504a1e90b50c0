package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs the five transactions in their standard mix: 45, 43, 4, 4 and 4 of hundred. */
final class TpccTerminal implements Terminal {
    private static final int NEW_ORDER = 0;
    private static final int PAYMENT = 1;
    private static final int ORDER_STATUS = 2;
    private static final int DELIVERY = 3;
    private static final int STOCK_LEVEL = 4;

    private final DataSource dataSource;
    private final TpccRandom random;
    private final Digest digest = new Digest();
    private final TpccTransaction[] transactions = new TpccTransaction[5];

    TpccTerminal(DataSource dataSource, Tpcc workload, int warehouse, TpccRandom random) {
        this.dataSource = dataSource;
        this.random = random;
        TpccDesk desk = new TpccDesk(workload.scale(), random, warehouse, digest, workload.clock());
        transactions[NEW_ORDER] = new NewOrder(desk);
        transactions[PAYMENT] = new Payment(desk);
        transactions[ORDER_STATUS] = new OrderStatus(desk);
        transactions[DELIVERY] = new Delivery(desk);
        transactions[STOCK_LEVEL] = new StockLevel(desk);
    }

    @Override
    public long digest() {
        return digest.value();
    }

    @Override
    public int transaction() throws SQLException {
        int kind = next();
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                if (transactions[kind].run(connection)) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
            connection.setAutoCommit(true);
        }
        return kind;
    }

    private int next() {
        int chance = random.between(1, 100);
        if (chance <= 45) {
            return NEW_ORDER;
        }
        if (chance <= 88) {
            return PAYMENT;
        }
        if (chance <= 92) {
            return ORDER_STATUS;
        }
        return chance <= 96 ? DELIVERY : STOCK_LEVEL;
    }
}
