package org.shardingjdbc.testkit.spring;

import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Accounts and entries as Hibernate knows them. Stateless. */
public final class LedgerEntities {
    private LedgerEntities() {}

    /** @param tables what Hibernate does to them: {@code create}, {@code update}, {@code validate} */
    public static LocalContainerEntityManagerFactoryBean factory(DataSource dataSource, String tables) {
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(dataSource);
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.setManagedTypes(PersistenceManagedTypes.of(Account.class.getName(), Entry.class.getName()));
        factory.setJpaPropertyMap(
                new HashMap<>(Map.of("hibernate.hbm2ddl.auto", tables, "hibernate.jdbc.batch_size", "10")));
        return factory;
    }
}
