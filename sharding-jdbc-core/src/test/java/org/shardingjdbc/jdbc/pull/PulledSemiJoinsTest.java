package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Rows that other tables of a query reject are not pulled, where these are where the rows are; the answer is that of
 * one database.
 */
class PulledSemiJoinsTest {
    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t_sale:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy: {standard: {shardingColumn: sale_id, shardingAlgorithmName: by_remainder}}
                  t_line:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy: {standard: {shardingColumn: sale_id, shardingAlgorithmName: by_remainder}}
                  t_buyer:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy: {standard: {shardingColumn: buyer_id, shardingAlgorithmName: by_remainder}}
                bindingTables:
                  - t_sale, t_line
                shardingAlgorithms:
                  by_remainder: {type: MOD, props: {sharding-count: 4}}
              - !BROADCAST
                tables: [t_land, t_zone]
            """;
    private static final int SALES = 60;
    private static final String JOINED =
            " FROM t_buyer b, t_sale s, t_line l WHERE b.buyer_id = s.buyer_id AND s.sale_id = l.sale_id";

    /** Each pulls; the text that one of its leaves holds says that it is asked for no more than is needed. */
    private static final List<String[]> QUERIES = List.of(
            new String[] {
                "SELECT b.buyer_id, s.sale_id, l.line_id" + JOINED + " AND s.paid = 1 AND l.amount > 40", " IN (SELECT"
            },
            new String[] {
                "SELECT s.sale_id, SUM(l.amount) AS total" + JOINED + " AND s.paid = 1 GROUP BY s.sale_id",
                " IN (SELECT"
            },
            new String[] {
                "SELECT b.buyer_id, l.line_id FROM t_buyer b, t_sale s, t_line l, t_land a, t_zone z WHERE b.buyer_id = s.buyer_id"
                        + " AND s.sale_id = l.sale_id AND l.land_id = a.land_id AND a.zone_id = z.zone_id AND z.name = 'z1'",
                " IN (SELECT"
            },
            new String[] {
                "SELECT b.buyer_id, s.sale_id, l.line_id FROM t_buyer b JOIN (t_sale s LEFT JOIN t_line l"
                        + " ON l.sale_id = s.sale_id AND l.amount > 40) ON b.buyer_id = s.buyer_id WHERE s.paid = 1",
                " IN (SELECT"
            },
            new String[] {
                "SELECT b.buyer_id, s.sale_id, l.line_id FROM t_buyer b LEFT JOIN t_sale s ON b.buyer_id = s.buyer_id"
                        + " AND s.paid = 1 LEFT JOIN t_line l ON l.sale_id = s.sale_id WHERE b.buyer_id < 9",
                ""
            },
            new String[] {
                "SELECT b.buyer_id, s.sale_id FROM t_buyer b, t_sale s WHERE b.buyer_id = s.buyer_id AND s.paid = 1"
                        + " AND NOT EXISTS (SELECT 1 FROM t_line l WHERE l.sale_id = s.sale_id AND l.land_id = b.land_id)",
                " IN (SELECT"
            },
            new String[] {
                "SELECT b.buyer_id, (SELECT COUNT(*) FROM t_sale s, t_line l WHERE s.buyer_id = b.buyer_id"
                        + " AND s.sale_id = l.sale_id AND l.amount > 40 AND s.paid = 1) AS n FROM t_buyer b",
                " IN (SELECT"
            },
            new String[] {
                "SELECT b.buyer_id, s.sale_id FROM t_buyer b, t_sale s, t_land a, t_land c WHERE b.buyer_id = s.buyer_id"
                        + " AND b.land_id = a.land_id AND s.land_id = c.land_id"
                        + " AND (a.name = 'l1' AND c.name = 'l2' OR a.name = 'l2' AND (c.name = 'l1' OR c.name = 'l3'))",
                " IN (SELECT"
            },
            new String[] {
                "SELECT b.buyer_id, s.sale_id FROM t_buyer b LEFT JOIN t_sale s ON b.buyer_id = s.buyer_id"
                        + " WHERE b.land_id = 1 AND s.paid = 1 OR b.land_id = 2 AND s.paid IS NULL",
                ""
            },
            new String[] {
                "SELECT b.buyer_id, s.sale_id FROM t_buyer b, t_sale s WHERE b.buyer_id = s.buyer_id"
                        + " AND s.sold >= DATE '2024-01-31' AND s.sold < DATE '2024-01-31' + INTERVAL '1' MONTH",
                "INTERVAL"
            });

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void answersAreThoseOfOneDatabase(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "semijoins").rules(RULES).open(ShardingDataSourceFactory::create)) {
            PlainAndSharded both = shards.both();
            both.setUp(
                    "CREATE TABLE t_zone (zone_id INT PRIMARY KEY, name VARCHAR(10))",
                    "CREATE TABLE t_land (land_id INT PRIMARY KEY, zone_id INT, name VARCHAR(10))",
                    "CREATE TABLE t_buyer (buyer_id INT PRIMARY KEY, land_id INT)",
                    "CREATE TABLE t_sale (sale_id INT PRIMARY KEY, buyer_id INT, land_id INT, paid INT, sold DATE)",
                    "CREATE TABLE t_line (sale_id INT NOT NULL, line_id INT NOT NULL, land_id INT, amount INT,"
                            + " PRIMARY KEY (sale_id, line_id))",
                    "INSERT INTO t_zone VALUES (1, 'z1'), (2, 'z2'), (3, NULL)",
                    "INSERT INTO t_land VALUES (1, 1, 'l1'), (2, 1, 'l2'), (3, 2, 'l3'), (4, NULL, 'l4'), (5, 3, NULL)");
            fill(both);
            for (String[] query : QUERIES) {
                String way = shards.sharded().explain(query[0]).toString();
                assertThat(shards.sharded().explain(query[0]).operator())
                        .as(query[0])
                        .isEqualTo("Pull");
                assertThat(way).as(query[0]).contains(query[1]);
                both.query(query[0]).agree();
            }
        }
    }

    private static void fill(PlainAndSharded both) throws Exception {
        Random random = new Random(7);
        StringBuilder buyers = new StringBuilder("INSERT INTO t_buyer VALUES (0, NULL)");
        StringBuilder sales = new StringBuilder("INSERT INTO t_sale VALUES (0, NULL, NULL, NULL, NULL)");
        StringBuilder lines = new StringBuilder("INSERT INTO t_line VALUES (0, 0, NULL, NULL)");
        for (int i = 1; i < SALES; i++) {
            if (i < SALES / 3) {
                buyers.append(", (")
                        .append(i)
                        .append(", ")
                        .append(1 + random.nextInt(5))
                        .append(')');
            }
            String buyer = i % 9 == 0 ? "NULL" : String.valueOf(random.nextInt(SALES / 3 + 2));
            String paid = i % 7 == 0 ? "NULL" : String.valueOf(random.nextInt(2));
            sales.append(", (")
                    .append(i)
                    .append(", ")
                    .append(buyer)
                    .append(", ")
                    .append(1 + random.nextInt(6));
            sales.append(", ")
                    .append(paid)
                    .append(", '2024-0")
                    .append(1 + i % 4)
                    .append("-")
                    .append(10 + i % 19)
                    .append("')");
            for (int line = 0; line < i % 4; line++) {
                lines.append(", (")
                        .append(i)
                        .append(", ")
                        .append(line)
                        .append(", ")
                        .append(random.nextInt(6));
                lines.append(", ").append(random.nextInt(80)).append(')');
            }
        }
        both.setUp(buyers.toString(), sales.toString(), lines.toString());
    }
}
