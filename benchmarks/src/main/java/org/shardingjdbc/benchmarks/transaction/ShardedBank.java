package org.shardingjdbc.benchmarks.transaction;

import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** A data source that shards. */
final class ShardedBank implements Bank {
    private static final String UPDATE = "UPDATE t_account SET balance = balance + ? WHERE id = ?";

    private final DataSource dataSource;

    ShardedBank(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public Teller teller() {
        // ShardingSphere looks for its parts where the current thread says
        Thread.currentThread().setContextClassLoader(dataSource.getClass().getClassLoader());
        return new Teller() {
            @Override
            public void transfer(long from, long to) throws SQLException {
                try (Connection connection = dataSource.getConnection()) {
                    connection.setAutoCommit(false);
                    try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
                        add(update, from, -1);
                        add(update, to, 1);
                    }
                    connection.commit();
                }
            }

            @Override
            public void close() {
                // it has nothing of its own
            }
        };
    }

    private static void add(PreparedStatement update, long account, int amount) throws SQLException {
        update.setInt(1, amount);
        update.setLong(2, account);
        if (update.executeUpdate() != 1) {
            throw new IllegalStateException("account " + account + " is not there");
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        if (dataSource instanceof Closeable closeable) {
            closeable.close();
        } else if (dataSource instanceof ShardingDataSource ours) {
            ours.close();
        }
    }
}
