package org.shardingjdbc.governance.testkit.instances;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.jdbc.ShardingDataSource;

/**
 * Writes orders of its own, one after the other, and reads what it wrote: on one node, and on all of them. What is not
 * as it must be, it says.
 */
final class Seller extends Thread {
    /** Before the key and the amount of an order, when its insertion was acknowledged. */
    static final String SOLD = "sold ";
    /** Before what is wrong. */
    static final String WRONG = "wrong ";
    /** Once with all that was acknowledged so far. */
    private static final int READS_ALL = 8;

    private static final long PAUSE_MILLIS = 3;

    private final ShardingDataSource dataSource;
    private long owner = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
    private final List<Long> keys = new ArrayList<>();
    private final List<Integer> amounts = new ArrayList<>();
    private long sum;
    private volatile boolean ended;

    Seller(ShardingDataSource dataSource) {
        super("seller");
        this.dataSource = dataSource;
        setDaemon(true);
    }

    void end() {
        ended = true;
    }

    @Override
    public void run() {
        while (!ended) {
            try {
                sell();
                readOne(ThreadLocalRandom.current().nextInt(keys.size()));
                if (keys.size() % READS_ALL == 0) {
                    readAll();
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (SQLException e) {
                if (isOutOfTouch(e)) {
                    continue;
                }
                InstanceProcess.say(WRONG + e.toString().replace('\n', ' '));
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** The registry was away, or this process stood still: tried again, by another owner where a row may be there. */
    private boolean isOutOfTouch(SQLException error) {
        if (error.getMessage().startsWith("SHD-7015")) {
            owner = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
            keys.clear();
            amounts.clear();
            sum = 0;
            return true;
        }
        return error.getMessage().startsWith("SHD-7013")
                || error.getMessage().startsWith("SHD-7014")
                || hasNoWorkerId(error);
    }

    /** The registry was away for longer than who leases waits: refused before any key is made. */
    private static boolean hasNoWorkerId(SQLException error) {
        return error instanceof SQLTransientException
                && error.getMessage().startsWith("SHD-5202")
                && error.getMessage().contains("SHD-7003");
    }

    private void sell() throws SQLException {
        int amount = ThreadLocalRandom.current().nextInt(1_000);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_order (owner, amount) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setLong(1, owner);
            insert.setInt(2, amount);
            insert.executeUpdate();
            try (ResultSet generated = insert.getGeneratedKeys()) {
                generated.next();
                keys.add(generated.getLong(1));
            }
        }
        amounts.add(amount);
        sum += amount;
        InstanceProcess.say(SOLD + keys.get(keys.size() - 1) + " " + amount);
    }

    private void readOne(int index) throws SQLException {
        check("order " + keys.get(index), 1, amounts.get(index), "order_id = ?", keys.get(index));
    }

    private void readAll() throws SQLException {
        check("orders of " + owner, keys.size(), sum, "owner = ?", owner);
    }

    private void check(String what, long rows, long total, String condition, long value) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT COUNT(*), SUM(amount) FROM t_order WHERE " + condition)) {
            query.setLong(1, value);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                if (row.getLong(1) != rows || row.getLong(2) != total) {
                    InstanceProcess.say(WRONG + what + ": " + row.getLong(1) + " rows with " + row.getLong(2)
                            + " instead of " + rows + " with " + total);
                }
            }
        }
    }
}
