package org.shardingjdbc.jdbc.rules;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.RuleProvider;

/**
 * Opens data sources whose configuration may have {@code !TEST_RULE}, {@code !TEST_LOOKUP}, {@code !TEST_SEAM} and
 * {@code !TEST_PLACEMENT}.
 */
public final class TestRules {
    private TestRules() {}

    /** As {@link ShardingDataSourceFactory#create(InputStream)}, while the rules have their service entries. */
    public static ShardingDataSource open(InputStream yaml) throws SQLException, IOException {
        return whileKnown(() -> ShardingDataSourceFactory.create(yaml));
    }

    /** A configuration, written and read again, while the rules have their service entries. */
    static String written(String yaml) throws SQLException, IOException {
        return whileKnown(() -> YamlConfigurations.write(
                YamlConfigurations.parse(yaml, "rules", PlaceholderType.NONE), Secrets.WRITTEN));
    }

    /** What is done while the rules have their service entries. */
    private interface Step<T> {
        T take() throws SQLException, IOException;
    }

    private static <T> T whileKnown(Step<T> step) throws SQLException, IOException {
        Path services = Files.createTempDirectory("test-rules");
        Path entry = services.resolve("META-INF/services/" + RuleProvider.class.getName());
        Files.createDirectories(entry.getParent());
        Files.write(
                entry,
                List.of(
                        TestRuleProvider.class.getName(),
                        TestLookUpProvider.class.getName(),
                        TestSeamProvider.class.getName(),
                        TestPlacementProvider.class.getName()));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {services.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return step.take();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
