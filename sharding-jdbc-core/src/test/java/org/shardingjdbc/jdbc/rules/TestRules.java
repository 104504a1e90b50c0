package org.shardingjdbc.jdbc.rules;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.RuleProvider;

/** Opens data sources whose configuration may have {@code !TEST_RULE} and {@code !TEST_LOOKUP}. */
public final class TestRules {
    private TestRules() {}

    /** As {@link ShardingDataSourceFactory#create(InputStream)}, while the rules have their service entries. */
    public static ShardingDataSource open(InputStream yaml) throws SQLException, IOException {
        Path services = Files.createTempDirectory("test-rules");
        Path entry = services.resolve("META-INF/services/" + RuleProvider.class.getName());
        Files.createDirectories(entry.getParent());
        Files.writeString(entry, TestRuleProvider.class.getName() + '\n' + TestLookUpProvider.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {services.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return ShardingDataSourceFactory.create(yaml);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
