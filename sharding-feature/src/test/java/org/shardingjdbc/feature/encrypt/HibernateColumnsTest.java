package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.NaturalId;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Entities with encrypted columns: what Hibernate makes of them is answered as for plain ones. */
class HibernateColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                customer:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                purchase:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: customer_id, shardingAlgorithmName: mod}
              bindingTables:
              - customer,purchase
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !ENCRYPT
              tables:
                customer:
                  columns:
                    mail:
                      cipher: {name: mail_cipher, encryptorName: gcm}
                      assistedQuery: {name: mail_digest, encryptorName: hmac}
                    name:
                      cipher: {name: name_cipher, encryptorName: gcm}
                      assistedQuery: {name: name_digest, encryptorName: hmac}
                      likeQuery: {name: name_like, encryptorName: like}
                purchase:
                  columns:
                    note:
                      cipher: {name: note, encryptorName: gcm}
              encryptors:
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                like: {type: CHAR_LIKE, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            """;

    /** Each kind's tables are opened once. */
    private static final Map<DatabaseKind, Fixture<ShardingDataSource>> OPEN = new EnumMap<>(DatabaseKind.class);

    /** Has an encrypted natural id. */
    @Entity(name = "Customer")
    @Table(name = "customer")
    static class Customer {
        @Id
        private Long id;

        @Version
        private int version;

        @NaturalId(mutable = true)
        @Column(name = "mail")
        private String mail;

        @Column(name = "name")
        private String name;

        @OneToMany(mappedBy = "customer")
        private List<Purchase> purchases = new ArrayList<>();

        protected Customer() {}

        Customer(long id, String mail, String name) {
            this.id = id;
            this.mail = mail;
            this.name = name;
        }
    }

    /** Its note is read and never compared. */
    @Entity(name = "Purchase")
    @Table(name = "purchase")
    static class Purchase {
        @Id
        private Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        @JoinColumn(name = "customer_id")
        private Customer customer;

        @Column(name = "note")
        private String note;

        protected Purchase() {}

        Purchase(long id, Customer customer, String note) {
            this.id = id;
            this.customer = customer;
            this.note = note;
        }
    }

    @AfterAll
    static void close() throws SQLException {
        for (Fixture<ShardingDataSource> fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    private static Fixture<ShardingDataSource> filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            fixture = Fixture.on(kind, "hibernate_columns_" + kind.name().toLowerCase(Locale.ROOT))
                    .rules(RULES)
                    .open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            fixture.onSharded(
                    "CREATE TABLE customer (id BIGINT PRIMARY KEY, version INT NOT NULL, mail_cipher VARCHAR(200),"
                            + " mail_digest CHAR(64), name_cipher VARCHAR(200), name_digest CHAR(64),"
                            + " name_like VARCHAR(300))",
                    "CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer_id BIGINT NOT NULL, note VARCHAR(200))");
        }
        fixture.onSharded("DELETE FROM purchase", "DELETE FROM customer");
        return fixture;
    }

    private static SessionFactory sessions(DataSource dataSource) {
        StandardServiceRegistry services = new StandardServiceRegistryBuilder()
                .applySetting("jakarta.persistence.nonJtaDataSource", dataSource)
                .applySetting("hibernate.jdbc.batch_size", 10)
                .applySetting("hibernate.order_inserts", true)
                .applySetting("hibernate.order_updates", true)
                .build();
        return new MetadataSources(services)
                .addAnnotatedClasses(Customer.class, Purchase.class)
                .buildMetadata()
                .buildSessionFactory();
    }

    /** Twenty customers, of whom the last has no name, with two purchases each. */
    private static SessionFactory sessionsWithRows(DataSource dataSource) {
        SessionFactory sessions = sessions(dataSource);
        sessions.inTransaction(session -> {
            for (long i = 0; i < 20; i++) {
                Customer customer = new Customer(i, "m" + i + "@x", i == 19 ? null : "Name " + i % 3);
                session.persist(customer);
                session.persist(new Purchase(10 * i, customer, "note " + i));
                session.persist(new Purchase(10 * i + 1, customer, null));
            }
        });
        return sessions;
    }

    private static List<Long> ids(SessionFactory sessions, String hql, Object... parameters) {
        return sessions.fromTransaction(session -> {
            var query = session.createSelectionQuery(hql, Long.class);
            for (int i = 0; i < parameters.length; i++) {
                query.setParameter(i + 1, parameters[i]);
            }
            return query.getResultList();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void entitiesAreFoundAndQueried(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        try (SessionFactory sessions = sessionsWithRows(fixture.sharded())) {
            sessions.inTransaction(session -> {
                assertThat(session.find(Customer.class, 4L).name).isEqualTo("Name 1");
                assertThat(session.bySimpleNaturalId(Customer.class).load("m7@x").id)
                        .isEqualTo(7L);
                Customer found = session.createSelectionQuery(
                                "from Customer c join fetch c.purchases p where c.mail = 'm5@x' and p.note is not null",
                                Customer.class)
                        .getSingleResult();
                assertThat(found.purchases).hasSize(1);
                assertThat(found.purchases.get(0).note).isEqualTo("note 5");
                assertThat(session.find(Customer.class, 9L).purchases)
                        .extracting(purchase -> purchase.note)
                        .containsExactlyInAnyOrder("note 9", null);
                assertThat(session.createSelectionQuery(
                                        "select c.name, c.mail from Customer c where c.id between 2 and 4 order by c.id",
                                        Object[].class)
                                .getResultList())
                        .containsExactly(
                                new Object[] {"Name 2", "m2@x"},
                                new Object[] {"Name 0", "m3@x"},
                                new Object[] {"Name 1", "m4@x"});
            });
            assertThat(ids(sessions, "select c.id from Customer c where c.name = ?1 order by c.id", "Name 2"))
                    .containsExactly(2L, 5L, 8L, 11L, 14L, 17L);
            assertThat(ids(sessions, "select id from Customer where mail in ?1", List.of("m1@x", "m8@x", "none")))
                    .containsExactlyInAnyOrder(1L, 8L);
            assertThat(ids(sessions, "select id from Customer where name is null"))
                    .containsExactly(19L);
            assertThat(ids(sessions, "select id from Customer where name like ?1 and id < 5", "%e 1"))
                    .containsExactlyInAnyOrder(1L, 4L);
            assertThat(ids(sessions, "select count(distinct name) from Customer"))
                    .containsExactly(3L);
            assertThat(ids(
                            sessions,
                            "select p.id from Purchase p where p.customer.mail = ?1 order by p.id desc",
                            "m3@x"))
                    .containsExactly(31L, 30L);
            assertThat(ids(
                            sessions,
                            "select c.id from Customer c where exists (from Purchase p where p.customer = c"
                                    + " and p.note is not null) and c.mail = ?1",
                            "m6@x"))
                    .containsExactly(6L);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void entitiesAreWritten(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        try (SessionFactory sessions = sessionsWithRows(fixture.sharded())) {
            Customer detached = sessions.fromTransaction(session -> session.find(Customer.class, 3L));
            detached.name = "Other";
            sessions.inTransaction(session -> session.merge(detached));
            // what was not changed is not written: plain values are compared, not ciphers
            sessions.inTransaction(session -> assertThat(session.createSelectionQuery("from Customer", Customer.class)
                            .getResultList())
                    .hasSize(20));
            sessions.inTransaction(session -> {
                assertThat(session.find(Customer.class, 3L).version).isEqualTo(1);
                assertThat(session.find(Customer.class, 4L).version).isZero();
                for (long i = 10; i < 15; i++) {
                    session.find(Customer.class, i).mail = "new" + i;
                }
                session.remove(session.find(Purchase.class, 50L));
            });
            sessions.inTransaction(session -> {
                assertThat(session.bySimpleNaturalId(Customer.class).load("new12").version)
                        .isEqualTo(1);
                assertThat(session.createMutationQuery("update Customer c set c.name = ?1 where c.name = ?2")
                                .setParameter(1, "Third")
                                .setParameter(2, "Name 2")
                                .executeUpdate())
                        .isEqualTo(6);
                assertThat(session.createMutationQuery("delete from Customer where mail = 'new10'")
                                .executeUpdate())
                        .isEqualTo(1);
                Customer changed = session.find(Customer.class, 5L);
                assertThat(changed.name).isEqualTo("Third");
                assertThat(changed.purchases).hasSize(1);
                changed.name = "lost";
                session.refresh(changed);
                assertThat(changed.name).isEqualTo("Third");
            });
            assertThat(ids(sessions, "select count(*) from Customer where name = 'Third'"))
                    .containsExactly(6L);
            for (int node = 0; node < 4; node++) {
                assertThat(Rows.of(fixture.raw(node % 2), "SELECT mail_cipher, name_cipher FROM customer_" + node))
                        .isNotEmpty()
                        .noneMatch(row -> row.contains("Name") || row.contains("Third") || row.contains("@x"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void orderIsRefused(DatabaseKind kind) throws Exception {
        try (SessionFactory sessions = sessions(filled(kind).sharded())) {
            for (String hql : List.of(
                    "select id from Customer order by name",
                    "select id from Customer where name > 'N'",
                    "select id from Customer where lower(name) = 'name 1'",
                    "select p.id from Purchase p where p.note = 'note 1'")) {
                assertThatThrownBy(() -> ids(sessions, hql))
                        .as(hql)
                        .rootCause()
                        .isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getSQLState())
                                .isEqualTo("HYC00"));
            }
        }
    }
}
