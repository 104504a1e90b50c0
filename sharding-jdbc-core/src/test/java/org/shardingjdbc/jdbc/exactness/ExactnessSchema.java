package org.shardingjdbc.jdbc.exactness;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.TestServer;

/** The rules of this package's tests: every algorithm and every type of key. */
final class ExactnessSchema {
    private ExactnessSchema() {}

    /**
     * Creates the databases {@code name}, {@code name_0} and {@code name_1}, and the sharded data source over the last
     * two.
     */
    static ShardingDataSource create(TestServer server, String name) throws IOException, SQLException {
        server.createDatabase(name);
        server.createDatabase(name + "_0");
        server.createDatabase(name + "_1");
        byte[] yaml = yaml(server, name).getBytes(StandardCharsets.UTF_8);
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
    }

    private static String yaml(TestServer server, String name) throws IOException {
        try (InputStream in = ExactnessSchema.class.getResourceAsStream("exactness.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .formatted(
                            server.driverClassName(),
                            server.jdbcUrl(name + "_0"),
                            server.jdbcUrl(name + "_1"),
                            server.user(),
                            server.password());
        }
    }
}
