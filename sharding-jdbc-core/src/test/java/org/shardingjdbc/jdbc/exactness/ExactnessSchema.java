package org.shardingjdbc.jdbc.exactness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/** The rules of this package's tests: every algorithm and every type of key. */
final class ExactnessSchema {
    private ExactnessSchema() {}

    /** The databases, without tables. */
    static Fixture<ShardingDataSource> create(TestServer server, String name) throws IOException, SQLException {
        try (InputStream in = ExactnessSchema.class.getResourceAsStream("exactness.yaml")) {
            return Fixture.on(server, name)
                    .rules(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .pool("maximumPoolSize: 10")
                    .open(ShardingDataSourceFactory::create);
        }
    }
}
