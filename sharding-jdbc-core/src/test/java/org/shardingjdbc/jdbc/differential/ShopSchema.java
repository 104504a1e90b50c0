package org.shardingjdbc.jdbc.differential;

import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Random;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;
import org.shardingjdbc.testkit.fixture.FixtureDescription;

/**
 * The tables of the differential tests: orders and their items, bound, by data source and table; users and accounts as
 * auto tables; a broadcast and a single table. Filled from one seed.
 */
public final class ShopSchema {
    private static final int USERS = 40;
    private static final int ORDERS = 200;
    private static final int ITEMS = 300;
    private static final String[] STATES = {"NEW", "PAID", "SENT", "DONE"};
    private static final String[] NAMES = {
        "Anna", "bert", "Carla", "anna", "Dirk", "O'Brien", "emil", "Zoe", "Bert", "eva "
    };

    /** How they are sharded, over two data sources. */
    public static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..3}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: order_by_order
                  t_order_item:
                    actualDataNodes: ds_${0..1}.t_order_item_${0..3}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: item_by_order
                autoTables:
                  t_user:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: four
                  t_account:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy:
                      standard:
                        shardingColumn: account_id
                        shardingAlgorithmName: hash_five
                bindingTables:
                  - t_order, t_order_item
                shardingAlgorithms:
                  by_user:
                    type: INLINE
                    props:
                      algorithm-expression: ds_${user_id % 2}
                      allow-range-query-with-inline-sharding: true
                  order_by_order:
                    type: INLINE
                    props:
                      algorithm-expression: t_order_${order_id % 4}
                      allow-range-query-with-inline-sharding: true
                  item_by_order:
                    type: INLINE
                    props:
                      algorithm-expression: t_order_item_${order_id % 4}
                      allow-range-query-with-inline-sharding: true
                  four:
                    type: MOD
                    props:
                      sharding-count: 4
                  hash_five:
                    type: HASH_MOD
                    props:
                      sharding-count: 5
              - !BROADCAST
                tables:
                  - t_country
              - !SINGLE
                tables:
                  - ds_0.t_config
            """;

    private ShopSchema() {}

    /** The databases, without tables. */
    static FixtureDescription describe(TestServer server, String name) {
        return describe(server, name, RULES);
    }

    /** The databases, without tables, with one more rule. */
    static FixtureDescription describeWith(TestServer server, String name, String rule) {
        return describe(server, name, RULES + rule);
    }

    /** The databases, without tables, with other rules. */
    static FixtureDescription describe(TestServer server, String name, String rules) {
        return Fixture.on(server, name)
                .rules(rules)
                .pool("maximumPoolSize: 10")
                .props("max-connections-size-per-query: 2");
    }

    /** Creates the tables on both sides and fills them alike. */
    public static void fill(PlainAndSharded both, DatabaseKind kind) {
        both.setUp(
                "CREATE TABLE t_user (user_id BIGINT PRIMARY KEY, name VARCHAR(40), email VARCHAR(60), level INT,"
                        + " balance DECIMAL(12,2), score DOUBLE PRECISION, birthday DATE, created TIMESTAMP NULL,"
                        + " active BOOLEAN, country_id INT)",
                "CREATE TABLE t_order (order_id BIGINT NOT NULL, user_id BIGINT NOT NULL, status VARCHAR(20),"
                        + " amount DECIMAL(10,2), quantity INT, note VARCHAR(50), order_date DATE,"
                        + " updated TIMESTAMP NULL, paid BOOLEAN, PRIMARY KEY (order_id))",
                "CREATE TABLE t_order_item (item_id BIGINT NOT NULL, order_id BIGINT NOT NULL, user_id BIGINT NOT NULL,"
                        + " product VARCHAR(30), price DECIMAL(10,2), quantity INT, PRIMARY KEY (item_id))",
                "CREATE TABLE t_country (country_id INT PRIMARY KEY, name VARCHAR(40), code VARCHAR(2))",
                "CREATE TABLE t_config (config_key VARCHAR(30) PRIMARY KEY, config_value VARCHAR(100))",
                "CREATE TABLE t_account (account_id INT PRIMARY KEY, owner VARCHAR(30), kind VARCHAR(10),"
                        + " amount DECIMAL(12,2))",
                "CREATE INDEX idx_order_status ON t_order (status)");
        Random random = new Random(20240131);
        for (int i = 1; i <= USERS; i++) {
            both.update(
                            "INSERT INTO t_user (user_id, name, email, level, balance, score, birthday, created, active,"
                                    + " country_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            (long) i,
                            NAMES[random.nextInt(NAMES.length)],
                            "user" + i + "@" + (i % 3 == 0 ? "a" : "b") + ".example",
                            random.nextInt(5),
                            new java.math.BigDecimal(random.nextInt(100000)).movePointLeft(2),
                            random.nextInt(1000) / 8.0,
                            Date.valueOf(LocalDate.of(1960, 1, 1).plusDays(random.nextInt(15000))),
                            i % 7 == 0 ? null : timestamp(random),
                            random.nextBoolean(),
                            i % 6 == 0 ? null : random.nextInt(4) + 1)
                    .agree();
        }
        for (int i = 1; i <= ORDERS; i++) {
            both.update(
                            "INSERT INTO t_order (order_id, user_id, status, amount, quantity, note, order_date, updated,"
                                    + " paid) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            (long) i,
                            (long) ((i * 7) % USERS + 1),
                            STATES[random.nextInt(STATES.length)],
                            new java.math.BigDecimal(random.nextInt(10000)).movePointLeft(2),
                            random.nextInt(5) + 1,
                            random.nextInt(3) == 0 ? null : "note " + random.nextInt(20),
                            Date.valueOf(LocalDate.of(2024, 1, 1).plusDays(random.nextInt(150))),
                            random.nextInt(4) == 0 ? null : timestamp(random),
                            random.nextBoolean())
                    .agree();
        }
        for (int i = 1; i <= ITEMS; i++) {
            long orderId = random.nextInt(ORDERS - 40) + 1;
            both.update(
                            "INSERT INTO t_order_item (item_id, order_id, user_id, product, price, quantity)"
                                    + " VALUES (?, ?, ?, ?, ?, ?)",
                            (long) i,
                            orderId,
                            (orderId * 7) % USERS + 1,
                            "product " + random.nextInt(12),
                            new java.math.BigDecimal(random.nextInt(6000)).movePointLeft(2),
                            random.nextInt(6) + 1)
                    .agree();
        }
        fillSmallTables(both);
    }

    private static void fillSmallTables(PlainAndSharded both) {
        both.setUp(
                "INSERT INTO t_country (country_id, name, code) VALUES (1, 'Germany', 'DE'), (2, 'France', 'FR'),"
                        + " (3, 'Chile', 'CL'), (4, 'Japan', 'JP'), (5, 'Nowhere', 'NW')",
                "INSERT INTO t_config (config_key, config_value) VALUES ('limit', '100'), ('mode', 'fast')");
        for (int i = -10; i <= 30; i++) {
            both.update(
                            "INSERT INTO t_account (account_id, owner, kind, amount) VALUES (?, ?, ?, ?)",
                            i,
                            "owner" + Math.abs(i % 9),
                            i % 3 == 0 ? "gold" : i % 3 == 1 ? "blue" : null,
                            new java.math.BigDecimal(i * 137).movePointLeft(2))
                    .agree();
        }
    }

    private static Timestamp timestamp(Random random) {
        return Timestamp.valueOf(LocalDateTime.of(2024, 1, 1, 0, 0).plusMinutes(random.nextInt(200_000)));
    }

    /** A database name that no other test uses. */
    static String databaseName(DatabaseKind kind) {
        return "differential_" + kind.name().toLowerCase(Locale.ROOT);
    }
}
