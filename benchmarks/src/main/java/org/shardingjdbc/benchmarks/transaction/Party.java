package org.shardingjdbc.benchmarks.transaction;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.shardingjdbc.benchmarks.ShardingSphereClasses;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** Who takes part. All have pools of the same size over the same servers. */
public enum Party {
    /** The two drivers' connections over pools, a commit on each. */
    LOCAL_HAND("LOCAL, by hand"),
    LOCAL_OURS("LOCAL, ours"),
    LOCAL_SHARDINGSPHERE("LOCAL, ShardingSphere"),
    /** Two phases over the drivers' XA connections, one data source after the other; no decision is written down. */
    XA_HAND("XA, by hand without a log"),
    /** The same with each decision forced to disk, as whoever wants to recover must. */
    XA_HAND_LOGGED("XA, by hand"),
    XA_OURS("XA, ours (Atomikos)"),
    XA_OURS_NARAYANA("XA, ours (Narayana)"),
    XA_SHARDINGSPHERE("XA, ShardingSphere (Atomikos)");

    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t_account:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy:
                      standard:
                        shardingColumn: id
                        shardingAlgorithmName: by_remainder
                shardingAlgorithms:
                  by_remainder:
                    type: MOD
                    props:
                      sharding-count: 2
            """;

    /** As this older version has it. */
    private static final String RULE_OF_XA = """
              - !TRANSACTION
                defaultType: XA
                providerType: Atomikos
            """;

    private final String title;

    Party(String title) {
        this.title = title;
    }

    /** As the report calls it. */
    public String title() {
        return title;
    }

    boolean isShardingSphere() {
        return this == LOCAL_SHARDINGSPHERE || this == XA_SHARDINGSPHERE;
    }

    /** @param connections of each data source */
    Bank open(int connections) throws Exception {
        return switch (this) {
            case LOCAL_HAND -> new HandBank(connections);
            case XA_HAND -> new HandXaBank(null);
            case XA_HAND_LOGGED -> new HandXaBank(Files.createTempFile("decisions", ".log"));
            case LOCAL_OURS -> ours(connections, "");
            case XA_OURS -> ours(connections, coordinated("Atomikos"));
            case XA_OURS_NARAYANA -> ours(connections, coordinated("Narayana"));
            case LOCAL_SHARDINGSPHERE -> shardingSphere(ShardingSphereClasses.loader(), connections, "");
            case XA_SHARDINGSPHERE -> shardingSphere(ShardingSphereClasses.loaderWithXa(), connections, RULE_OF_XA);
        };
    }

    private static String coordinated(String provider) throws IOException {
        Path logs = Files.createTempDirectory("transaction-log");
        return """
                transaction:
                  defaultType: XA
                  providerType: %s
                  props:
                    log-directory: %s
                    node-name: benchmark
                """.formatted(provider, logs);
    }

    private static Bank ours(int connections, String transaction) throws SQLException, IOException {
        return new ShardedBank(ShardingDataSourceFactory.create(yaml(connections, transaction)));
    }

    private static Bank shardingSphere(ClassLoader own, int connections, String transaction) throws Exception {
        Thread.currentThread().setContextClassLoader(own);
        // its pools ask the driver manager, which knows no driver that nobody has asked for
        Class.forName("org.postgresql.Driver");
        Class<?> factory =
                own.loadClass("org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory");
        byte[] yaml = yaml(connections, transaction).readAllBytes();
        return new ShardedBank(
                (DataSource) factory.getMethod("createDataSource", byte[].class).invoke(null, (Object) yaml));
    }

    private static ByteArrayInputStream yaml(int connections, String transaction) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < Servers.COUNT; i++) {
            yaml.append("""
                      ds_%d:
                        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                        driverClassName: org.postgresql.Driver
                        jdbcUrl: %s
                        username: postgres
                        password: postgres
                        maximumPoolSize: %d
                    """.formatted(i, Servers.url(i), connections));
        }
        yaml.append(RULES).append(transaction);
        return new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8));
    }
}
