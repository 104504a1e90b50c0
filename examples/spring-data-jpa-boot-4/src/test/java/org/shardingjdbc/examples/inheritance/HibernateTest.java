package org.shardingjdbc.examples.inheritance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Table;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What Hibernate does by itself, without Spring, whatever the database. */
class HibernateTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_vehicle: &by_id
                  actualDataNodes: ds_${0..1}.t_vehicle_${0..3}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: vehicles}}
                t_car:
                  actualDataNodes: ds_${0..1}.t_car_${0..3}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: cars}}
                t_visit:
                  actualDataNodes: ds_${0..1}.t_visit_${1..12}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: at, shardingAlgorithmName: months}}
              bindingTables: ["t_vehicle,t_car"]
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
                vehicles: {type: INLINE, props: {algorithm-expression: 't_vehicle_${id % 4}'}}
                cars: {type: INLINE, props: {algorithm-expression: 't_car_${id % 4}'}}
                months:
                  type: INTERVAL
                  props:
                    datetime-pattern: yyyy-MM-dd HH:mm:ss
                    datetime-lower: '2024-01-01 00:00:00'
                    datetime-upper: '2024-12-31 23:59:59'
                    sharding-suffix-pattern: M
                    datetime-interval-amount: 1
                    datetime-interval-unit: MONTHS
            """;

    @Entity(name = "Vehicle")
    @Table(name = "t_vehicle", indexes = @Index(name = "i_maker", columnList = "maker"))
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Vehicle {
        @Id
        private long id;

        private String maker;
    }

    @Entity(name = "Car")
    @Table(name = "t_car")
    static class Car extends Vehicle {
        private int doors;
    }

    @Entity(name = "Visit")
    @Table(name = "t_visit")
    static class Visit {
        @Id
        private long id;

        private LocalDateTime at;
        private Instant ended;
    }

    private static SessionFactory open(ShardingDataSource dataSource, String schema) {
        return new Configuration()
                .addAnnotatedClass(Vehicle.class)
                .addAnnotatedClass(Car.class)
                .addAnnotatedClass(Visit.class)
                .setProperty(SchemaToolingSettings.HBM2DDL_AUTO, schema)
                .setProperty(SchemaToolingSettings.HBM2DDL_HALT_ON_ERROR, true)
                .setProperty(JdbcSettings.JDBC_TIME_ZONE, "Asia/Shanghai")
                .setProperty(JdbcSettings.USE_SQL_COMMENTS, true)
                .buildSessionFactory(new org.hibernate.boot.registry.StandardServiceRegistryBuilder()
                        .applySetting(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, dataSource)
                        .applySetting(SchemaToolingSettings.HBM2DDL_AUTO, schema)
                        .applySetting(SchemaToolingSettings.HBM2DDL_HALT_ON_ERROR, true)
                        .applySetting(JdbcSettings.JDBC_TIME_ZONE, "Asia/Shanghai")
                        .build());
    }

    @ParameterizedTest
    @EnumSource
    void answersAsWithOneDatabase(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, "hibernate").rules(RULES).open(ShardingDataSourceFactory::create)) {
            open(fixture.sharded(), "create-only").close();
            open(fixture.sharded(), "update").close();
            try (SessionFactory factory = open(fixture.sharded(), "update")) {
                factory.inTransaction(session -> {
                    for (int i = 0; i < 20; i++) {
                        Car car = new Car();
                        ((Vehicle) car).id = i;
                        ((Vehicle) car).maker = "maker " + i % 3;
                        car.doors = i % 5;
                        session.persist(car);
                        Visit visit = new Visit();
                        visit.id = i;
                        visit.at = LocalDateTime.of(2024, 1 + i % 12, 1 + i % 28, i, 30);
                        visit.ended = visit.at.toInstant(java.time.ZoneOffset.UTC);
                        session.persist(visit);
                    }
                });
                int updated = factory.fromTransaction(session -> session.createMutationQuery(
                                "update Car c set c.doors = c.doors + 1 where c.doors > 1")
                        .executeUpdate());
                assertThat(updated).isEqualTo(12);
                int deleted = factory.fromTransaction(session -> session.createMutationQuery(
                                "delete from Car c where c.doors > 4 and c.maker <> 'maker 1'")
                        .executeUpdate());
                List<Integer> left = factory.fromTransaction(session -> session.createQuery(
                                "select c.doors from Car c order by c.doors, c.id", Integer.class)
                        .getResultList());
                assertThat(left).hasSize(20 - deleted).containsSubsequence(0, 1, 3, 4);
                LocalDateTime from = LocalDateTime.of(2024, 3, 1, 0, 0);
                List<Visit> visits = factory.fromTransaction(session -> session.createQuery(
                                "from Visit v where v.at >= :from and v.at < :to order by v.id", Visit.class)
                        .setParameter("from", from)
                        .setParameter("to", from.plusMonths(1))
                        .getResultList());
                assertThat(visits).extracting(visit -> visit.id).containsExactly(2L, 14L);
                assertThat(visits.get(0).ended).isEqualTo(Instant.parse("2024-03-03T02:30:00Z"));
            }
        }
    }
}
