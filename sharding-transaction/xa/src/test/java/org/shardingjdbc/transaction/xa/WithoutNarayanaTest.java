package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.testkit.ChildJvm;
import org.shardingjdbc.testkit.DriverDataSource;

/** An application that has not brought Narayana: Atomikos is as it was, and the error names the artifact. */
class WithoutNarayanaTest {
    @TempDir
    private static Path logs;

    @Test
    void theErrorNamesTheArtifact() throws Exception {
        String classPath = Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
                .filter(entry -> !new File(entry).getName().matches("(narayana|jboss)-.*"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        ChildJvm.command("-cp", classPath, WithoutNarayanaTest.class.getName(), logs.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(printed)
                .contains("ATOMIKOS works")
                .contains("SHD-3001")
                .contains("transaction.providerType")
                .contains("org.jboss.narayana.jta:narayana-jta")
                .doesNotContain("NARAYANA works");
    }

    /** Opens a data source by each provider; prints which works, and what the other's error says. */
    public static void main(String[] arguments) throws Exception {
        for (XaProvider provider : XaProvider.values()) {
            ShardingConfiguration configuration = ShardingConfiguration.builder()
                    .databaseName(provider.name())
                    .dataSource("ds", new DriverDataSource("jdbc:h2:mem:" + provider, "sa", ""))
                    .transaction(provider.configuration(Path.of(arguments[0]), "test", Map.of()))
                    .build();
            try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration);
                    Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                connection.createStatement().execute("CREATE TABLE t (n INT)");
                connection.commit();
                System.out.println(provider + " works");
            } catch (Exception e) {
                System.out.println(e);
            }
        }
    }
}
