package org.shardingjdbc.transaction.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.apache.seata.tm.api.GlobalTransactionContext;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.framework.FrameworkRows;
import org.shardingjdbc.testkit.spring.Ledger;
import org.shardingjdbc.testkit.spring.LedgerEntities;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** {@code @Transactional} with JPA by Hibernate over BASE transactions. */
class SpringJpaBaseTest {
    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("sharding-transaction/base")
            .row(
                    "Hibernate in [BASE transactions](transactions.md), by Seata",
                    SessionFactory.class,
                    GlobalTransactionContext.class);

    /** As an application configures it. */
    @Configuration
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Beans {
        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
            return LedgerEntities.factory(dataSource, "create");
        }

        @Bean
        JpaTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        Ledger ledger() {
            return new Ledger();
        }
    }

    private static void assertBalances(Ledger ledger, int... balances) {
        for (int id = 0; id < balances.length; id++) {
            assertThat(ledger.balance(id)).as("account %d", id).isEqualTo(balances[id]);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void writesWhatChanged(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = BaseAccounts.createForHibernate(kind);
                AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(DataSource.class, () -> dataSource, bean -> bean.setDestroyMethodName(""));
            context.register(Beans.class);
            context.refresh();
            Ledger ledger = context.getBean(Ledger.class);
            ledger.open(4, 100);
            ledger.transfer(0, 1, 10);
            assertBalances(ledger, 90, 110);
            assertThatThrownBy(() -> ledger.transferAndFail(0, 1)).isInstanceOf(IllegalStateException.class);
            assertBalances(ledger, 90, 110);
            assertThat(ledger.entries()).isEqualTo(2);
            assertThat(ledger.amount(ledger.enter(2, 7))).isEqualTo(7);
            assertThatThrownBy(() -> ledger.around(0, 1, () -> {
                        ledger.apart(2, 5);
                        throw new IllegalStateException("outer");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertBalances(ledger, 90, 110, 112, 100);
            if (kind == DatabaseKind.POSTGRESQL) {
                // FOR NO KEY UPDATE, which Seata does not know
                assertThatThrownBy(() -> ledger.doubleLocked(3)).hasMessageContaining("SHD-6033");
            } else {
                ledger.doubleLocked(3);
                assertBalances(ledger, 90, 110, 112, 200);
            }
            assertThatThrownBy(() -> ledger.change(1, () -> ledger.apart(1, 5)))
                    .isInstanceOf(ObjectOptimisticLockingFailureException.class);
            assertBalances(ledger, 90, 115, 112);
        }
        ROWS.ran(kind);
    }
}
