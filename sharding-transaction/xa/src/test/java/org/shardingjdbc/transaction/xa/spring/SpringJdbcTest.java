package org.shardingjdbc.transaction.xa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.DriverDataSource;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.spring.Transfers;
import org.shardingjdbc.transaction.xa.Pools;
import org.shardingjdbc.transaction.xa.XaAccounts;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** {@code @Transactional} with JdbcTemplate and DataSourceTransactionManager. */
class SpringJdbcTest {
    @TempDir
    private static Path logs;

    private static final Map<TypeCase, Application> OPEN = new HashMap<>();

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
        DataSourceTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        Transfers transfers(JdbcTemplate jdbc) {
            return new Transfers(jdbc);
        }
    }

    /** Opened by the first test that asks; those that follow find the same accounts. */
    private void open(TypeCase type) throws SQLException {
        Application found = OPEN.get(type);
        if (found == null) {
            found = Application.start(type.accounts(logs), Beans.class);
            OPEN.put(type, found);
        }
        dataSource = found.dataSource();
        transfers = found.bean(Transfers.class);
        try (Connection connection = dataSource.getConnection()) {
            XaAccounts.execute(connection, "DELETE FROM t_account WHERE id > 3");
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

    static Stream<TypeCase> all() {
        return TypeCase.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void commitsAndRollsBackByTheRules(TypeCase type) throws Exception {
        open(type);
        transfers.transfer(0, 1, 10);
        assertBalances(90, 110);
        assertThatThrownBy(() -> transfers.transferAndFail(0, 1)).isInstanceOf(IllegalStateException.class);
        assertBalances(90, 110);
        assertThatThrownBy(() -> transfers.transferAndReport(0, 1)).isInstanceOf(Transfers.ReportedException.class);
        assertBalances(80, 120);
        assertThatThrownBy(() -> transfers.transferOrReport(0, 1)).isInstanceOf(Transfers.ReportedException.class);
        assertBalances(80, 120, 100, 100);
    }

    /** The outer transaction is suspended: its connection stays open beside the inner one's. */
    @ParameterizedTest
    @MethodSource("all")
    void aTransactionApartStaysOrGoesByItself(TypeCase type) throws Exception {
        open(type);
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
    void aNestedTransactionIsUndoneByItself(TypeCase type) throws Exception {
        open(type);
        transfers.around(0, 1, () -> {
            transfers.nested(2, 5);
            assertThatThrownBy(() -> transfers.nested(2, -50)).isInstanceOf(IllegalArgumentException.class);
        });
        assertBalances(90, 110, 105, 105);
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatFailedInsideIsNotCommitted(TypeCase type) throws Exception {
        open(type);
        assertThatThrownBy(() -> transfers.around(0, 1, () -> assertThatThrownBy(() -> transfers.failInside())
                        .isInstanceOf(IllegalArgumentException.class)))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertBalances(100, 100, 100, 100);
    }

    @ParameterizedTest
    @MethodSource("all")
    void readOnlyReads(TypeCase type) throws Exception {
        open(type);
        assertThat(transfers.sum()).isEqualTo(400);
        if (plainRefusesWrites(type.kind())) {
            assertThatThrownBy(() -> transfers.writeThoughReadOnly(0)).isInstanceOf(DataAccessException.class);
        } else {
            transfers.writeThoughReadOnly(0);
        }
        assertThat(transfers.sum()).isEqualTo(400);
        transfers.transfer(0, 1, 10);
        assertBalances(90, 110);
    }

    /** Whether one database of that kind takes it for more than a hint. */
    private static boolean plainRefusesWrites(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        String url = server.createDatabase("spring_plain");
        try (Connection connection = new DriverDataSource(url, server.user(), server.password()).getConnection()) {
            XaAccounts.execute(connection, "CREATE TABLE t (n INT)");
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            try {
                XaAccounts.execute(connection, "UPDATE t SET n = n");
                return false;
            } catch (SQLException e) {
                return true;
            } finally {
                connection.rollback();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void timeIsLimited(TypeCase type) throws Exception {
        open(type);
        switch (type.kind()) {
            case H2 ->
                assertThatThrownBy(() -> transfers.takeTooLong(0)).isInstanceOf(TransactionTimedOutException.class);
            case POSTGRESQL ->
                assertThatThrownBy(() -> transfers.executeTooLong(0, "SELECT pg_sleep(5) FROM t_account WHERE id = 0"))
                        .isInstanceOf(QueryTimeoutException.class);
            default ->
                assertThatThrownBy(() -> transfers.executeTooLong(0, "SELECT SLEEP(5) FROM t_account WHERE id = 0"))
                        .isInstanceOf(QueryTimeoutException.class);
        }
        assertBalances(100, 100);
    }

    @ParameterizedTest
    @MethodSource("all")
    void isolationIsOfTheTransaction(TypeCase type) throws Exception {
        open(type);
        int before;
        try (Connection connection = dataSource.getConnection()) {
            before = connection.getTransactionIsolation();
        }
        assertThat(transfers.isolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        try (Connection connection = dataSource.getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(before);
        }
        assertBalances(99, 101);
    }

    @ParameterizedTest
    @MethodSource("all")
    void errorsAreTranslated(TypeCase type) throws Exception {
        open(type);
        assertThatThrownBy(() -> transfers.insertTwice(0)).isInstanceOf(DuplicateKeyException.class);
        assertBalances(100, 100);
        assertThat(transfers.insertBatch(10, 8)).containsOnly(1).hasSize(8);
        assertThatThrownBy(() -> transfers.insertBatch(15, 8)).isInstanceOf(DuplicateKeyException.class);
        assertThat(transfers.sum()).isEqualTo(408);
    }

    /** By {@code SET TRANSACTION READ ONLY}, which each branch is told when it begins. */
    @ParameterizedTest
    @MethodSource("all")
    void readOnlyIsEnforced(TypeCase type) throws Exception {
        open(type);
        assumeThat(type.kind()).as("has no such statement").isNotEqualTo(DatabaseKind.H2);
        JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
        manager.setEnforceReadOnly(true);
        TransactionTemplate reading = new TransactionTemplate(manager);
        reading.setReadOnly(true);
        assertThat(reading.<Integer>execute(status -> transfers.sum())).isEqualTo(400);
        assertThatThrownBy(() -> reading.execute(status -> {
                    transfers.transfer(0, 1, 10);
                    return null;
                }))
                .isInstanceOf(DataAccessException.class);
        transfers.transfer(0, 1, 10);
        assertBalances(90, 110);
    }

    /** A DataSource that asks for a connection at the first statement. */
    @ParameterizedTest
    @MethodSource("all")
    void connectionsMayComeLate(TypeCase type) throws Exception {
        open(type);
        LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy(dataSource);
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(lazy));
        Transfers late = new Transfers(new JdbcTemplate(lazy));
        transaction.executeWithoutResult(status -> late.transfer(0, 1, 10));
        transaction.executeWithoutResult(status -> {
            late.transfer(2, 3, 10);
            status.setRollbackOnly();
        });
        assertBalances(90, 110, 100, 100);
    }

    @ParameterizedTest
    @MethodSource("all")
    void threadsDoNotMeet(TypeCase type) throws Exception {
        open(type);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int from = i % 2;
                boolean kept = i % 4 < 2;
                all.add(threads.submit(() -> {
                    try {
                        if (kept) {
                            // always the lower id first
                            transfers.transfer(from, from + 2, 1);
                        } else {
                            transfers.transferAndFail(from, from + 2);
                        }
                    } catch (IllegalStateException e) {
                        // meant
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get(120, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertBalances(90, 90, 110, 110);
    }
}
