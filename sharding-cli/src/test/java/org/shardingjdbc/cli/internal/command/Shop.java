package org.shardingjdbc.cli.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A YAML of two H2 databases for tests. */
public final class Shop {
    private Shop() {}

    /** Writes the YAML into a folder; the databases are files in it. */
    public static Path yaml(Path folder) throws IOException {
        String source = "  %s:\n    jdbcUrl: jdbc:h2:file:" + folder
                + "/%s;DB_CLOSE_DELAY=0\n    username: sa\n    password: \"\"\n";
        String yaml = "databaseName: shop\ndataSources:\n" + String.format(source, "ds_0", "ds_0")
                + String.format(source, "ds_1", "ds_1")
                + """
                rules:
                  - !SHARDING
                    tables:
                      t_order:
                        actualDataNodes: ds_${0..1}.t_order_${0..3}
                        databaseStrategy:
                          standard:
                            shardingColumn: user_id
                            shardingAlgorithmName: by_user
                        tableStrategy:
                          standard:
                            shardingColumn: order_id
                            shardingAlgorithmName: by_order
                    shardingAlgorithms:
                      by_user:
                        type: MOD
                        props:
                          sharding-count: 2
                      by_order:
                        type: MOD
                        props:
                          sharding-count: 4
                  - !BROADCAST
                    tables:
                      - t_country
                """;
        Path file = folder.resolve("sharding.yaml");
        Files.writeString(file, yaml);
        return file;
    }

    /** Executes statements in one of the databases, past the library. */
    public static void plant(Path folder, String source, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + folder + "/" + source, "sa", "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** What fills it. */
    public static final String SCHEMA = """
            CREATE TABLE t_order (order_id BIGINT, user_id INT, amount DECIMAL(10, 2), note VARCHAR(200), PRIMARY KEY (order_id, user_id));
            CREATE TABLE t_country (code CHAR(2) PRIMARY KEY, name VARCHAR(20));
            INSERT INTO t_country VALUES ('DE', 'Germany'), ('JP', '日本');
            INSERT INTO t_order VALUES (1, 1, 10.50, 'first'), (2, 2, 20.00, NULL), (3, 1, 30.00, 'a;b'), (4, 2, 5.25, '漢字');
            """;
}
