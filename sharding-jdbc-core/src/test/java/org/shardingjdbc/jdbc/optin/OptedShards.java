package org.shardingjdbc.jdbc.optin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/** Two data sources under rules that a test gives, and a plain database beside them. */
final class OptedShards implements AutoCloseable {
    private final TestServer server;
    private final String name;
    private final ShardingDataSource sharded;
    private final PlainAndSharded both;

    private OptedShards(TestServer server, String name, ShardingDataSource sharded) {
        this.server = server;
        this.name = name;
        this.sharded = sharded;
        this.both = new PlainAndSharded(server.dataSource(name + "_plain"), sharded);
    }

    /**
     * Creates the databases, which have no tables.
     *
     * @param name begins the names of the databases
     * @param rules the YAML behind the data sources
     */
    static OptedShards create(DatabaseKind kind, String name, String rules) throws SQLException, IOException {
        TestServer server = TestServer.of(kind);
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("""
                      ds_%d:
                        jdbcUrl: "%s"
                        username: "%s"
                        password: "%s"
                        maximumPoolSize: 8
                    """.formatted(i, server.createDatabase(name + "_ds_" + i), server.user(), server.password()));
        }
        server.createDatabase(name + "_plain");
        yaml.append(rules);
        return new OptedShards(
                server,
                name,
                ShardingDataSourceFactory.create(
                        new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8))));
    }

    PlainAndSharded both() {
        return both;
    }

    ShardingDataSource sharded() {
        return sharded;
    }

    /** A data source behind the sharded one. */
    DataSource raw(int dataSource) {
        return server.dataSource(name + "_ds_" + dataSource);
    }

    @Override
    public void close() throws SQLException {
        try {
            both.close();
        } finally {
            sharded.close();
        }
    }
}
