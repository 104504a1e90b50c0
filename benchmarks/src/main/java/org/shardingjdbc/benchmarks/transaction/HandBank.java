package org.shardingjdbc.benchmarks.transaction;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Who knows the data nodes, and commits on each data source. */
final class HandBank implements Bank {
    private static final String UPDATE = "UPDATE t_account_%d SET balance = balance + ? WHERE id = ?";

    private final List<HikariDataSource> pools = new ArrayList<>();

    HandBank(int connections) {
        for (int i = 0; i < Servers.COUNT; i++) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(Servers.url(i));
            config.setUsername("postgres");
            config.setPassword("postgres");
            config.setMaximumPoolSize(connections);
            pools.add(new HikariDataSource(config));
        }
    }

    @Override
    public Teller teller() {
        return new Teller() {
            @Override
            public void transfer(long from, long to) throws SQLException {
                int source = (int) (from % Servers.COUNT);
                int target = (int) (to % Servers.COUNT);
                try (Connection first = begin(source);
                        Connection second = source == target ? null : begin(target)) {
                    add(first, source, from, -1);
                    add(second == null ? first : second, target, to, 1);
                    first.commit();
                    if (second != null) {
                        second.commit();
                    }
                }
            }

            @Override
            public void close() {
                // it has nothing of its own
            }
        };
    }

    private Connection begin(int dataSource) throws SQLException {
        Connection connection = pools.get(dataSource).getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    static void add(Connection connection, int dataSource, long account, int amount) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(UPDATE.formatted(dataSource))) {
            update.setInt(1, amount);
            update.setLong(2, account);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("account " + account + " is not there");
            }
        }
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
    }
}
