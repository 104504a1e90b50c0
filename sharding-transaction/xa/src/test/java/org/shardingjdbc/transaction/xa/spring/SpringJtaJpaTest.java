package org.shardingjdbc.transaction.xa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.atomikos.icatch.jta.UserTransactionManager;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.framework.FrameworkRows;
import org.shardingjdbc.testkit.spring.Ledger;
import org.shardingjdbc.testkit.spring.LedgerEntities;
import org.shardingjdbc.transaction.xa.Pools;
import org.shardingjdbc.transaction.xa.XaProvider;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.jta.JtaTransactionManager;

/** {@code @Transactional} with JPA in JTA transactions: Hibernate asks for a connection at each statement. */
class SpringJtaJpaTest {
    private static final String ROW = "Hibernate in [JTA transactions](transactions.md) of Spring, by ";

    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("sharding-transaction/xa")
            .row(ROW + "Atomikos", SessionFactory.class, UserTransactionManager.class)
            .row(ROW + "Narayana", SessionFactory.class, com.arjuna.ats.jta.TransactionManager.class);

    @TempDir
    private static Path logs;

    /** As an application configures it. */
    @Configuration
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Beans {
        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(
                DataSource dataSource, JtaTransactionManager manager) {
            LocalContainerEntityManagerFactoryBean factory = LedgerEntities.factory(dataSource, "create");
            factory.setDataSource(null);
            factory.setJtaDataSource(dataSource);
            factory.getJpaPropertyMap().put("hibernate.transaction.jta.platform", new Platform(manager));
            return factory;
        }

        @Bean
        JtaTransactionManager transactionManager(XaProvider provider) {
            return new JtaTransactionManager(provider.userTransaction(), provider.manager());
        }

        @Bean
        Ledger ledger() {
            return new Ledger();
        }
    }

    /** Spring's coordinator for Hibernate. */
    private static final class Platform extends AbstractJtaPlatform {
        private static final long serialVersionUID = 1L;

        private final transient JtaTransactionManager manager;

        Platform(JtaTransactionManager manager) {
            this.manager = manager;
        }

        @Override
        protected TransactionManager locateTransactionManager() {
            return manager.getTransactionManager();
        }

        @Override
        protected UserTransaction locateUserTransaction() {
            return manager.getUserTransaction();
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesWhatChanged(XaProvider provider) throws Exception {
        ShardingDataSource dataSource = LedgerTables.dataSource(DatabaseKind.POSTGRESQL, provider.configuration(logs));
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(XaProvider.class, () -> provider);
        Application application = Application.start(dataSource, context, Beans.class);
        try {
            use(application.bean(Ledger.class));
            Pools.assertIdle(dataSource);
        } finally {
            application.close();
        }
        ROWS.ran(ROW + provider.title(), DatabaseKind.POSTGRESQL);
    }

    private static void use(Ledger ledger) {
        ledger.open(4, 100);
        ledger.transfer(0, 1, 10);
        assertThat(ledger.balance(0)).isEqualTo(90);
        assertThat(ledger.balance(1)).isEqualTo(110);
        assertThatThrownBy(() -> ledger.transferAndFail(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ledger.around(0, 1, () -> {
                    ledger.apart(2, 5);
                    throw new IllegalStateException("outer");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(ledger.page(0, 4)).containsExactly(100, 105, 110, 90);
        assertThat(ledger.entries()).isEqualTo(3);
        assertThat(ledger.raiseAll(1)).isEqualTo(4);
        assertThat(ledger.sum()).isEqualTo(409);
    }
}
