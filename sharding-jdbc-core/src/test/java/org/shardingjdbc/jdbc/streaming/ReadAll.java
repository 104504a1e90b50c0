package org.shardingjdbc.jdbc.streaming;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** The program of a JVM with a small heap: reads a sharded table to its end and prints how many rows came in order. */
public final class ReadAll {
    private ReadAll() {}

    /** @param arguments the YAML file, and the fetch size (0 for the default) */
    public static void main(String... arguments) throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(Path.of(arguments[0]));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(Integer.parseInt(arguments[1]));
            try (ResultSet rows = statement.executeQuery("SELECT * FROM t_order ORDER BY order_id")) {
                System.out.println("rows in order: " + count(rows));
            }
        }
    }

    private static long count(ResultSet rows) throws Exception {
        long count = 0;
        while (rows.next()) {
            if (rows.getLong("order_id") != count || rows.getString("note").length() != StreamingTest.NOTE_LENGTH) {
                throw new IllegalStateException("wrong row at " + count + ": " + rows.getLong(1));
            }
            count++;
        }
        return count;
    }
}
