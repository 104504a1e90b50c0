package org.shardingjdbc.transaction.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.seata.core.context.RootContext;
import org.apache.seata.spring.annotation.GlobalTransactionScanner;
import org.apache.seata.spring.annotation.GlobalTransactional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.spring.Transfers;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** {@code @Transactional} and Seata's {@code @GlobalTransactional} over BASE transactions, with JdbcTemplate. */
class SpringBaseTest {
    private static final AtomicInteger APPLICATIONS = new AtomicInteger();

    /** As an application configures it that uses Seata itself, too. */
    @Configuration
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Beans {
        @Bean
        JdbcTemplate jdbc(DataSource dataSource) {
            return new JdbcTemplate(dataSource);
        }

        @Bean
        JdbcTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        Transfers transfers(JdbcTemplate jdbc) {
            return new Transfers(jdbc);
        }

        @Bean
        static GlobalTransactionScanner scanner() {
            return new GlobalTransactionScanner("sharding-jdbc", "default_tx_group");
        }
    }

    /** A local transaction, and what is told, in a global one. */
    static class Purchases {
        private final Transfers transfers;

        Purchases(Transfers transfers) {
            this.transfers = transfers;
        }

        @GlobalTransactional
        public String buy(Runnable last) {
            transfers.transfer(0, 1, 10);
            last.run();
            return RootContext.getXID();
        }
    }

    private interface Work {
        void accept(Transfers transfers, Purchases purchases) throws Exception;
    }

    private static void inApplication(DatabaseKind kind, Work work) throws Exception {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(DataSource.class, () -> dataSource, bean -> bean.setDestroyMethodName(""));
            // Seata puts something around a bean of a name once in a JVM
            context.registerBean(
                    "purchases" + APPLICATIONS.incrementAndGet(),
                    Purchases.class,
                    () -> new Purchases(context.getBean(Transfers.class)));
            context.register(Beans.class);
            context.refresh();
            work.accept(context.getBean(Transfers.class), context.getBean(Purchases.class));
        }
    }

    private static void assertBalances(Transfers transfers, int... balances) {
        for (int id = 0; id < balances.length; id++) {
            assertThat(transfers.balance(id)).as("account %d", id).isEqualTo(balances[id]);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void commitsAndRollsBackByTheRules(DatabaseKind kind) throws Exception {
        inApplication(kind, (transfers, purchases) -> {
            transfers.transfer(0, 1, 10);
            assertBalances(transfers, 90, 110);
            assertThatThrownBy(() -> transfers.transferAndFail(0, 1)).isInstanceOf(IllegalStateException.class);
            assertBalances(transfers, 90, 110);
            assertThatThrownBy(() -> transfers.transferAndReport(0, 1)).isInstanceOf(Transfers.ReportedException.class);
            assertBalances(transfers, 80, 120);
            assertThatThrownBy(() -> transfers.transferOrReport(0, 1)).isInstanceOf(Transfers.ReportedException.class);
            assertBalances(transfers, 80, 120, 100, 100);
            assertThatThrownBy(() -> transfers.around(0, 1, () -> assertThatThrownBy(transfers::failInside)
                            .isInstanceOf(IllegalArgumentException.class)))
                    .isInstanceOf(UnexpectedRollbackException.class);
            assertBalances(transfers, 80, 120, 100, 100);
        });
    }

    /** Each has a connection and a global transaction of its own. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aTransactionApartStaysOrGoesByItself(DatabaseKind kind) throws Exception {
        inApplication(kind, (transfers, purchases) -> {
            transfers.around(0, 1, () -> {
                transfers.apart(2, 5);
                assertThatThrownBy(() -> transfers.apart(3, -5)).isInstanceOf(IllegalArgumentException.class);
            });
            assertBalances(transfers, 90, 110, 105, 100);
            assertThatThrownBy(() -> transfers.around(0, 1, () -> {
                        transfers.apart(2, 5);
                        throw new IllegalStateException("outer");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertBalances(transfers, 90, 110, 110, 100);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aNestedTransactionIsUndoneByItself(DatabaseKind kind) throws Exception {
        inApplication(kind, (transfers, purchases) -> {
            transfers.around(0, 1, () -> {
                transfers.nested(2, 5);
                assertThatThrownBy(() -> transfers.nested(2, -50)).isInstanceOf(IllegalArgumentException.class);
            });
            assertBalances(transfers, 90, 110, 105, 105);
        });
    }

    /** What local transactions inside had committed is taken back with it. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void theGlobalTransactionHoldsItsLocalOnes(DatabaseKind kind) throws Exception {
        inApplication(kind, (transfers, purchases) -> {
            assertThat(purchases.buy(() -> transfers.transfer(2, 3, 10))).isNotNull();
            assertBalances(transfers, 90, 110, 90, 110);
            assertThat(RootContext.getXID()).isNull();
            assertThatThrownBy(() -> purchases.buy(() -> {
                        transfers.transfer(2, 3, 10);
                        assertBalances(transfers, 80, 120, 80, 120);
                        throw new IllegalStateException("at the end");
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("at the end");
            assertBalances(transfers, 90, 110, 90, 110);
            assertThat(RootContext.getXID()).isNull();
        });
    }

    /** A transaction apart is in the global transaction of its thread, as every connection there. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aTransactionApartIsInTheGlobalOne(DatabaseKind kind) throws Exception {
        inApplication(kind, (transfers, purchases) -> {
            assertThatThrownBy(() -> purchases.buy(() -> {
                        transfers.apart(2, 5);
                        assertBalances(transfers, 90, 110, 105, 100);
                        throw new IllegalStateException("at the end");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertBalances(transfers, 100, 100, 100, 100);
        });
    }
}
