package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.transaction.xa.XaAccounts.balance;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.ChildJvm;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * An application that runs a coordinator itself, before our first data source or after it: there is one in the JVM, and
 * our connections take part in its transactions. Each in a JVM of its own.
 */
class OwnCoordinatorTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"ATOMIKOS,true", "ATOMIKOS,false", "NARAYANA,true", "NARAYANA,false"})
    void thereIsOne(XaProvider provider, boolean first) throws Exception {
        Process process = new ProcessBuilder(ChildJvm.command(
                        "-cp",
                        ChildJvm.classPath(),
                        OwnCoordinatorTest.class.getName(),
                        provider.name(),
                        Boolean.toString(first),
                        directory.toString()))
                .redirectError(directory.resolve("errors").toFile())
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(directory.resolve("errors")))
                .isZero();
        assertThat(printed).contains("joined 90 110", "joined 80 120", first ? "application goes on" : "ours went on");
        assertThat(isWritten(directory.resolve("application"))).isEqualTo(first);
    }

    private static boolean isWritten(Path log) throws IOException {
        if (!Files.exists(log)) {
            return false;
        }
        try (Stream<Path> files = Files.list(log)) {
            return files.findAny().isPresent();
        }
    }

    /** The application. Arguments: provider, whether its coordinator is first, where logs may be. */
    public static void main(String[] arguments) throws Exception {
        XaProvider provider = XaProvider.valueOf(arguments[0]);
        boolean first = Boolean.parseBoolean(arguments[1]);
        Path directory = Path.of(arguments[2]);
        UserTransactionServiceImp atomikos = first ? start(provider, directory.resolve("application")) : null;
        ShardingDataSource dataSource =
                XaAccounts.create(DatabaseKind.H2, provider.configuration(directory.resolve("ours")));
        if (!first) {
            atomikos = start(provider, directory.resolve("application"));
        }
        TransactionManager manager = provider.manager();
        transfer(manager, dataSource);
        transfer(manager, dataSource);
        dataSource.close();
        if (first) {
            manager.begin();
            manager.commit();
            System.out.println("application goes on");
        } else {
            System.out.println("ours went on");
        }
        if (atomikos != null) {
            atomikos.shutdown(true);
        }
    }

    private static UserTransactionServiceImp start(XaProvider provider, Path log) throws Exception {
        if (provider == XaProvider.ATOMIKOS) {
            Properties properties = new Properties();
            properties.setProperty(
                    "com.atomikos.icatch.log_base_dir",
                    Files.createDirectories(log).toString());
            properties.setProperty("com.atomikos.icatch.tm_unique_name", "application");
            UserTransactionServiceImp service = new UserTransactionServiceImp(properties);
            service.init();
            return service;
        }
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("application");
        for (String store : new String[] {null, "stateStore", "communicationStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(log.toString());
        }
        return null;
    }

    private static void transfer(TransactionManager manager, ShardingDataSource dataSource) throws Exception {
        manager.begin();
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "UPDATE t_account SET balance = balance - 10 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = balance + 10 WHERE id = 1");
        }
        manager.commit();
        try (Connection connection = dataSource.getConnection()) {
            System.out.println("joined " + balance(connection, 0) + " " + balance(connection, 1));
        }
    }
}
