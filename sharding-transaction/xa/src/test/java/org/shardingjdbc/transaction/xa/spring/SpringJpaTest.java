package org.shardingjdbc.transaction.xa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.spring.Ledger;
import org.shardingjdbc.testkit.spring.LedgerEntities;
import org.shardingjdbc.transaction.xa.Pools;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** {@code @Transactional} with JPA by Hibernate, which makes its tables itself. */
class SpringJpaTest {
    @TempDir
    private static Path logs;

    private static final Map<TypeCase, Application> OPEN = new HashMap<>();

    private ShardingDataSource dataSource;
    private Ledger ledger;

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

    /** Opened by the first test that asks; those that follow find the same accounts. */
    private void open(TypeCase type) throws SQLException {
        Application found = OPEN.get(type);
        if (found == null) {
            found = Application.start(LedgerTables.dataSource(type.kind(), type.transactions(logs)), Beans.class);
            OPEN.put(type, found);
        }
        dataSource = found.dataSource();
        ledger = found.bean(Ledger.class);
        ledger.clear();
        ledger.open(4, 100);
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

    static Stream<TypeCase> all() {
        return Stream.concat(
                Stream.of(DatabaseKind.values()).map(kind -> new TypeCase(kind, "LOCAL")),
                Stream.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL).map(kind -> new TypeCase(kind, "XA")));
    }

    private void assertBalances(int... balances) {
        for (int id = 0; id < balances.length; id++) {
            assertThat(ledger.balance(id)).as("account %d", id).isEqualTo(balances[id]);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void writesWhatChanged(TypeCase type) throws Exception {
        open(type);
        ledger.transfer(0, 1, 10);
        assertBalances(90, 110);
        assertThatThrownBy(() -> ledger.transferAndFail(0, 1)).isInstanceOf(IllegalStateException.class);
        assertBalances(90, 110);
        assertThat(ledger.entries()).isEqualTo(2);
        ledger.transferSerializable(0, 1);
        assertBalances(89, 111);
        ledger.remove(3);
        assertThat(ledger.sum()).isEqualTo(300);
    }

    @ParameterizedTest
    @MethodSource("all")
    void takesGeneratedKeys(TypeCase type) throws Exception {
        open(type);
        Long first = ledger.enter(0, 7);
        Long second = ledger.enter(1, 8);
        assertThat(first).isPositive().isNotEqualTo(second);
        assertThat(ledger.amount(first)).isEqualTo(7);
        assertThat(ledger.amount(second)).isEqualTo(8);
    }

    @ParameterizedTest
    @MethodSource("all")
    void aTransactionApartStaysOrGoesByItself(TypeCase type) throws Exception {
        open(type);
        assertThatThrownBy(() -> ledger.around(0, 1, () -> {
                    ledger.apart(2, 5);
                    assertThatThrownBy(() -> ledger.apart(3, -5)).isInstanceOf(IllegalArgumentException.class);
                    throw new IllegalStateException("outer");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertBalances(100, 100, 105, 100);
        assertThat(ledger.entries()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("all")
    void queriesPagesAndUpdatesOfAll(TypeCase type) throws Exception {
        open(type);
        ledger.transfer(0, 3, 10);
        assertThat(ledger.page(0, 2)).containsExactly(110, 100);
        assertThat(ledger.page(2, 5)).containsExactly(100, 90);
        assertThat(ledger.raiseAll(1)).isEqualTo(4);
        assertThat(ledger.sum()).isEqualTo(404);
    }

    @ParameterizedTest
    @MethodSource("all")
    void locksAndNoticesOthers(TypeCase type) throws Exception {
        open(type);
        ledger.doubleLocked(2);
        assertBalances(100, 100, 200, 100);
        assertThatThrownBy(() -> ledger.change(1, () -> ledger.apart(1, 5)))
                .isInstanceOf(ObjectOptimisticLockingFailureException.class);
        assertBalances(100, 105);
        assertThatThrownBy(() -> ledger.open(1, 1)).isInstanceOf(DataIntegrityViolationException.class);
    }

    /** By the metadata of the logic tables, whose foreign key and columns it would add otherwise. */
    @ParameterizedTest
    @MethodSource("all")
    void findsItsTables(TypeCase type) throws Exception {
        open(type);
        ledger.transfer(0, 1, 10);
        for (String tables : new String[] {"validate", "update"}) {
            LocalContainerEntityManagerFactoryBean factory = LedgerEntities.factory(dataSource, tables);
            factory.afterPropertiesSet();
            factory.destroy();
        }
        assertBalances(90, 110);
    }
}
