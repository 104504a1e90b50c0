package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Of a leaf only the rows are pulled that have a key of the leaves that were pulled before, where these are few; the
 * answer is that of one database.
 */
class PulledKeysTest {
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_guest:
                    actualDataNodes: ds_${0..1}.t_guest
                    databaseStrategy: {standard: {shardingColumn: guest_id, shardingAlgorithmName: by_guest}}
                autoTables:
                  t_stay:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy: {standard: {shardingColumn: stay_id, shardingAlgorithmName: by_remainder}}
                shardingAlgorithms:
                  by_guest:
                    type: INLINE
                    props:
                      algorithm-expression: "ds_${guest_id % 2}"
                      allow-range-query-with-inline-sharding: true
                  by_remainder: {type: MOD, props: {sharding-count: 4}}
            """;
    /** More than there may be keys. */
    private static final int GUESTS = 1_200;

    private static final int STAYS = 2_400;
    private static final String FROM = " FROM t_stay s JOIN t_guest g ON g.guest_id = s.guest_id";

    private Fixture<ShardingDataSource> shards;
    private PlainAndSharded both;

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void onlyRowsWithTheKeysArePulled(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> opened =
                Fixture.on(kind, "pulledkeys").rules(RULES).open(ShardingDataSourceFactory::create)) {
            shards = opened;
            both = opened.both();
            fill();
            // ten guests with two stays each, and those of them
            pulls(20 + 10, "SELECT s.stay_id, g.city" + FROM + " WHERE s.guest_id BETWEEN 10 AND 19");
            pulls(2 + 1, "SELECT s.stay_id, g.city" + FROM + " WHERE s.nights = 5 AND s.guest_id = 7");
            // the guests first, of whom there are six, then their stays
            pulls(6 + 12, "SELECT s.stay_id, g.city" + FROM + " WHERE g.city = 3");
            pulls(
                    6 + 12,
                    "SELECT g.guest_id, s.nights FROM t_guest g LEFT JOIN t_stay s ON g.guest_id = s.guest_id"
                            + " WHERE g.city = 3");
            pulls(
                    6 + 12,
                    "SELECT g.guest_id FROM t_guest g WHERE g.city = 3 AND NOT EXISTS"
                            + " (SELECT 1 FROM t_stay s WHERE s.guest_id = g.guest_id AND s.stay_id > g.guest_id)");
            pulls(
                    6 + 12,
                    "SELECT g.guest_id, (SELECT COUNT(*) FROM t_stay s WHERE s.guest_id = g.guest_id)"
                            + " AS n FROM t_guest g WHERE g.city = 3");
            // an OR demands nothing of the stays; rows of the kept side have no key of the other
            pulls(
                    GUESTS + STAYS,
                    "SELECT COUNT(*) FROM t_guest g JOIN t_stay s ON g.guest_id = s.guest_id OR s.nights = 9");
            pulls(
                    12 + GUESTS,
                    "SELECT COUNT(*), COUNT(s.stay_id) FROM t_guest g LEFT JOIN t_stay s"
                            + " ON g.guest_id = s.guest_id AND s.guest_id < 6");
            // no key, too many keys
            pulls(0, "SELECT s.stay_id, g.city" + FROM + " WHERE g.city = -1");
            pulls(GUESTS + STAYS, "SELECT COUNT(*)" + FROM + " WHERE s.nights < 100");
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void aKeyThatNoRowCanHaveIsNoError(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> opened =
                Fixture.on(kind, "unplacedkeys").rules(RULES).open(ShardingDataSourceFactory::create)) {
            shards = opened;
            both = opened.both();
            fill();
            both.setUp("INSERT INTO t_stay VALUES (5000, -1, 77), (5001, NULL, 77), (5002, 12, 77)");
            // -1 % 2 names no data source
            both.query("SELECT s.stay_id, g.city" + FROM + " WHERE s.nights = 77")
                    .agree();
            both.query("SELECT s.stay_id, g.city" + FROM + " WHERE s.nights = ?", 77)
                    .agree();
        }
    }

    private void fill() {
        both.setUp(
                "CREATE TABLE t_guest (guest_id INT PRIMARY KEY, city INT)",
                "CREATE TABLE t_stay (stay_id INT PRIMARY KEY, guest_id INT, nights INT)");
        StringBuilder guests = new StringBuilder("INSERT INTO t_guest VALUES (0, 0)");
        for (int i = 1; i < GUESTS; i++) {
            guests.append(", (").append(i).append(", ").append(i % 200).append(')');
        }
        StringBuilder stays = new StringBuilder("INSERT INTO t_stay VALUES (0, 0, 5)");
        for (int i = 1; i < STAYS; i++) {
            stays.append(", (").append(i).append(", ").append(i / 2).append(", 5)");
        }
        both.setUp(guests.toString(), stays.toString());
    }

    private void pulls(int rows, String sql) throws Exception {
        assertThat(shards.sharded().explain(sql).operator()).as(sql).isEqualTo("Pull");
        long before = shards.sharded().statistics().pulledRows();
        both.query(sql).agree();
        assertThat(shards.sharded().statistics().pulledRows() - before).as(sql).isEqualTo(rows);
    }
}
