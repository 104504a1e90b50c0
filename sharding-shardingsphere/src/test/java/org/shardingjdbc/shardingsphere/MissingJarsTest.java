package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the configuration says when a jar is missing: its name. */
class MissingJarsTest {
    private static final String THEIRS = "/org/apache/shardingsphere/".replace('/', File.separatorChar);
    private static final String OURS = "/sharding-shardingsphere/target/classes".replace('/', File.separatorChar);

    private static final String YAML = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:h2:mem:missing_jars
                username: sa
            rules:
              - !SHARDING
                tables:
                  t:
                    actualDataNodes: ds_0.t_0, ds_0.t_1
                    tableStrategy:
                      standard: {shardingColumn: n, shardingAlgorithmName: alg}
                shardingAlgorithms:
                  alg:
                    type: CLASS_BASED
                    props:
                      strategy: STANDARD
                      algorithmClassName: org.shardingjdbc.shardingsphere.user.NumberModulo
            """;

    /** Opens a data source in a loader that lacks the entries of the class path with this text. */
    private static void openWithout(String text) throws Exception {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<URL> urls = new ArrayList<>();
        boolean left = false;
        for (String entry : path.split(File.pathSeparator)) {
            if (entry.contains(text)) {
                left = true;
            } else {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        assertThat(left).as("entries with %s", text).isTrue();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            loader.loadClass("org.shardingjdbc.jdbc.ShardingDataSourceFactory")
                    .getMethod("create", InputStream.class)
                    .invoke(null, new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theirInterfaces() {
        assertThatThrownBy(() -> openWithout(THEIRS))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("algorithmClassName")
                .hasMessageContaining("NumberModulo cannot be loaded")
                .hasMessageContaining("org.apache.shardingsphere:shardingsphere-sharding-api");
    }

    @Test
    void theAdapter() {
        assertThatThrownBy(() -> openWithout(OURS))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("algorithmClassName")
                .hasMessageContaining("the jar sharding-shardingsphere must be on the class path");
    }
}
