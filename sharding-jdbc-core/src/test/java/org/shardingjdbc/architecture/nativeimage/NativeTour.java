package org.shardingjdbc.architecture.nativeimage;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDriver;

/** By URL, with MBeans, prepared statements and a statement that pulls rows: what an image has to know by name. */
public final class NativeTour {
    private static final String URL = "jdbc:sharding:classpath:native-tour.yaml";

    private NativeTour() {}

    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (id INT PRIMARY KEY, user_id INT)");
            statement.execute("CREATE TABLE t_user (id INT PRIMARY KEY)");
            statement.executeUpdate("INSERT INTO t_order VALUES (4, 1), (1, 1), (3, 2), (2, 3)");
            statement.executeUpdate("INSERT INTO t_user VALUES (1), (2)");
            System.out.println(ids(statement, "SELECT id FROM t_order ORDER BY id") + ", pulled "
                    + ids(statement, "SELECT o.id FROM t_order o JOIN t_user u ON o.user_id = u.id ORDER BY o.id"));
        }
        ShardingDriver.close(URL);
    }

    private static List<Integer> ids(Statement statement, String sql) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }
}
