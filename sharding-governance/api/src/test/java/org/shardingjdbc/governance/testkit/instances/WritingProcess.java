package org.shardingjdbc.governance.testkit.instances;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/**
 * An instance whose threads insert rows by ascending keys, half of them in transactions of two rows, until it is told
 * to stop. Its argument is the file with its configuration. It says {@link Seller#SOLD} with each key that was
 * acknowledged. What did not begin, or was rolled back, is tried again; of what may have been written it says nothing.
 */
final class WritingProcess {
    private static final int WRITERS = 16;

    private WritingProcess() {}

    public static void main(String[] arguments) throws Exception {
        String yaml = Files.readString(Path.of(arguments[0]));
        try (ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(YamlConfigurations.parse(yaml, arguments[0], PlaceholderType.NONE))) {
            AtomicLong keys = new AtomicLong();
            List<Writing> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(new Writing(dataSource, keys, i % 2 == 0 ? 1 : 2));
            }
            writers.forEach(Thread::start);
            InstanceProcess.say(InstanceProcess.READY);
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String order = orders.readLine(); order != null && !"stop".equals(order); order = orders.readLine()) {
                InstanceProcess.say(
                        InstanceProcess.STATE + dataSource.governance().version());
            }
            for (Writing each : writers) {
                each.ended = true;
                each.join();
            }
        }
        InstanceProcess.say(InstanceProcess.STOPPED);
    }

    private static final class Writing extends Thread {
        private final ShardingDataSource dataSource;
        private final AtomicLong keys;
        private final int rows;
        private volatile boolean ended;

        Writing(ShardingDataSource dataSource, AtomicLong keys, int rows) {
            super("writes");
            this.dataSource = dataSource;
            this.keys = keys;
            this.rows = rows;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!ended) {
                long last = keys.addAndGet(rows);
                boolean again = true;
                while (again && !ended) {
                    try {
                        again = !write(last);
                    } catch (SQLException e) {
                        InstanceProcess.say(Seller.WRONG + e.toString().replace('\n', ' '));
                        return;
                    }
                }
            }
        }

        /** Whether the keys are used up. */
        private boolean write(long last) throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(rows == 1);
                try {
                    insert(connection, last);
                } catch (SQLException e) {
                    if (rows > 1) {
                        connection.rollback();
                    }
                    throw e;
                }
            } catch (SQLException e) {
                if (e.getMessage().startsWith("SHD-7015")) {
                    return true;
                }
                if (e.getMessage().startsWith("SHD-7013") || e.getMessage().startsWith("SHD-7014")) {
                    return false;
                }
                throw e;
            }
            for (int i = 0; i < rows; i++) {
                InstanceProcess.say(Seller.SOLD + (last - i) + " " + (last - i) % 1_000);
            }
            return true;
        }

        private void insert(Connection connection, long last) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_moved (id, n) VALUES (?, ?)")) {
                for (int i = 0; i < rows; i++) {
                    insert.setLong(1, last - i);
                    insert.setInt(2, (int) ((last - i) % 1_000));
                    insert.executeUpdate();
                }
            }
            if (rows > 1) {
                connection.commit();
            }
        }
    }
}
