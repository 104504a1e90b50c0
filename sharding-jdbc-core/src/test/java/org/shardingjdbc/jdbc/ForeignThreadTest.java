package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.ChildJvm;

/** A thread whose class loader does not see the application, as those of the common pool in an executable jar. */
class ForeignThreadTest {
    private static final String YAML = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:h2:mem:foreign
                username: sa
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_0.t_order_${0..1}
                    tableStrategy:
                      standard: { shardingColumn: order_id, shardingAlgorithmName: mod }
                shardingAlgorithms:
                  mod: { type: MOD, props: { sharding-count: 2 } }
            """;

    /** In a JVM of its own, as DriverManager looks for drivers once. */
    public static final class Tour {
        private Tour() {}

        /** Prints how many drivers there were, then how many rows. */
        public static void main(String[] arguments) throws Exception {
            Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
            System.out.println(DriverManager.drivers().count() + " drivers");
            try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                            new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
                    Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY)");
                statement.execute("INSERT INTO t_order VALUES (1), (2), (3)");
                try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
                    rows.next();
                    System.out.println(rows.getInt(1) + " rows");
                }
            }
        }
    }

    @Test
    void findsTheDriversThatTheLibrarySees() throws Exception {
        Process java = new ProcessBuilder(ChildJvm.command(
                        "-Xmx256m", "-cp", System.getProperty("java.class.path"), Tour.class.getName()))
                .redirectErrorStream(true)
                .start();
        String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(output).contains("0 drivers").contains("3 rows");
        assertThat(java.waitFor()).isZero();
    }
}
