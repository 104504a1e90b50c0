package org.shardingjdbc.transaction.xa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.spring.Transfers;
import org.shardingjdbc.transaction.xa.Pools;
import org.shardingjdbc.transaction.xa.XaAccounts;
import org.shardingjdbc.transaction.xa.XaProvider;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.jta.JtaTransactionManager;

/** {@code @Transactional} with JtaTransactionManager, over each coordinator: our connections take part. */
class SpringJtaTest {
    @TempDir
    private static Path logs;

    private static final Map<Arguments, Application> OPEN = new HashMap<>();

    private ShardingDataSource dataSource;
    private Transfers transfers;

    /** As an application configures it. */
    @Configuration
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Beans {
        @Bean
        JdbcTemplate jdbc(DataSource dataSource) {
            return new JdbcTemplate(dataSource);
        }

        @Bean
        JtaTransactionManager transactionManager(XaProvider provider) {
            return new JtaTransactionManager(provider.userTransaction(), provider.manager());
        }

        @Bean
        Transfers transfers(JdbcTemplate jdbc) {
            return new Transfers(jdbc);
        }
    }

    static Stream<Arguments> all() {
        return Stream.of(DatabaseKind.H2, DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL)
                .flatMap(kind -> Stream.of(XaProvider.values()).map(provider -> Arguments.of(kind, provider)));
    }

    private void open(DatabaseKind kind, XaProvider provider) throws SQLException {
        Application found = null;
        for (Map.Entry<Arguments, Application> each : OPEN.entrySet()) {
            if (each.getKey().get()[0] == kind && each.getKey().get()[1] == provider) {
                found = each.getValue();
            }
        }
        if (found == null) {
            ShardingDataSource opened = XaAccounts.create(kind, provider.configuration(logs));
            AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
            context.registerBean(XaProvider.class, () -> provider);
            found = Application.start(opened, context, Beans.class);
            OPEN.put(Arguments.of(kind, provider), found);
        }
        dataSource = found.dataSource();
        transfers = found.bean(Transfers.class);
        try (Connection connection = dataSource.getConnection()) {
            XaAccounts.execute(connection, "UPDATE t_account SET balance = 100");
        }
    }

    /** Each test leaves nothing open. */
    @AfterEach
    void isIdle() throws Exception {
        Pools.assertIdle(dataSource);
    }

    @AfterAll
    static void close() throws SQLException {
        for (Application each : OPEN.values()) {
            each.close();
        }
        OPEN.clear();
    }

    private void assertBalances(int... balances) {
        for (int id = 0; id < balances.length; id++) {
            assertThat(transfers.balance(id)).as("account %d", id).isEqualTo(balances[id]);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void commitsAndRollsBackByTheRules(DatabaseKind kind, XaProvider provider) throws Exception {
        open(kind, provider);
        transfers.transfer(0, 1, 10);
        assertBalances(90, 110);
        assertThatThrownBy(() -> transfers.transferAndFail(0, 1)).isInstanceOf(IllegalStateException.class);
        assertBalances(90, 110);
        assertThatThrownBy(() -> transfers.transferAndReport(0, 1)).isInstanceOf(Transfers.ReportedException.class);
        assertBalances(80, 120);
        assertThatThrownBy(() -> transfers.transferOrReport(0, 1)).isInstanceOf(Transfers.ReportedException.class);
        assertThatThrownBy(() -> transfers.insertTwice(0)).isInstanceOf(DuplicateKeyException.class);
        assertBalances(80, 120, 100, 100);
        assertThat(transfers.sum()).isEqualTo(400);
    }

    /** The outer transaction is suspended, with its branches, and resumed. */
    @ParameterizedTest
    @MethodSource("all")
    void aTransactionApartStaysOrGoesByItself(DatabaseKind kind, XaProvider provider) throws Exception {
        open(kind, provider);
        transfers.around(0, 1, () -> {
            transfers.apart(2, 5);
            assertThatThrownBy(() -> transfers.apart(3, -5)).isInstanceOf(IllegalArgumentException.class);
        });
        assertBalances(90, 110, 105, 100);
        assertThatThrownBy(() -> transfers.around(0, 1, () -> {
                    transfers.apart(2, 5);
                    throw new IllegalStateException("outer");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertBalances(90, 110, 110, 100);
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatFailedInsideIsNotCommitted(DatabaseKind kind, XaProvider provider) throws Exception {
        open(kind, provider);
        Runnable failing =
                () -> assertThatThrownBy(() -> transfers.failInside()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> transfers.before(0, 1, failing)).isInstanceOf(UnexpectedRollbackException.class);
        // what a statement would do after it could not be kept
        assertThatThrownBy(() -> transfers.around(0, 1, failing))
                .isInstanceOf(DataAccessException.class)
                .hasMessageContaining("SHD-6017");
        assertBalances(100, 100, 100, 100);
    }

    /** Its coordinator rolls back by itself, or marks it first. */
    @ParameterizedTest
    @EnumSource
    void timeIsLimited(XaProvider provider) throws Exception {
        open(DatabaseKind.POSTGRESQL, provider);
        assertThatThrownBy(() -> transfers.takeTooLong(0))
                .isInstanceOfAny(DataAccessException.class, UnexpectedRollbackException.class)
                .hasMessageMatching("(?s).*(SHD-6017|unexpectedly rolled back).*");
        assertBalances(100, 100);
    }
}
