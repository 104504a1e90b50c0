package io.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardingjdbc.jdbc.ShardingDataSource;
import io.shardingjdbc.jdbc.ShardingDataSourceFactory;
import io.shardingjdbc.jdbc.differential.QueryGenerator.GeneratedQuery;
import io.shardingjdbc.testkit.Comparison;
import io.shardingjdbc.testkit.DatabaseKind;
import io.shardingjdbc.testkit.PlainAndSharded;
import io.shardingjdbc.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random queries on one plain database and on the sharded one: each is answered alike or refused with a code, never
 * answered differently. {@code -Dsharding.test.queries=} and {@code -Dsharding.test.seed=} choose how many and which.
 */
class GeneratedQueriesTest {
    private static final int QUERIES = Integer.getInteger("sharding.test.queries", 600);
    private static final long SEED = Long.getLong("sharding.test.seed", 4711);

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void answersAlikeOrRefuses(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        String name = "generated";
        server.createDatabase(name);
        server.createDatabase(name + "_0");
        server.createDatabase(name + "_1");
        byte[] yaml = ShopSchema.yaml(server, name).getBytes(StandardCharsets.UTF_8);
        try (ShardingDataSource sharded = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
                PlainAndSharded both = new PlainAndSharded(server.dataSource(name), sharded)) {
            ShopSchema.fill(both, kind);
            compare(kind, both);
        }
    }

    private static void compare(DatabaseKind kind, PlainAndSharded both) throws SQLException {
        Map<String, Integer> outcomes = new TreeMap<>();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            GeneratedQuery query = new QueryGenerator(SEED + i, kind).next();
            String outcome = outcome(both, query, SEED + i, differences);
            outcomes.merge(outcome, 1, Integer::sum);
        }
        for (int i = 0; i < QUERIES / 3; i++) {
            GeneratedQuery write = new QueryGenerator(-SEED - i, kind).nextWrite();
            outcomes.merge("write " + writeOutcome(both, write, -SEED - i, differences), 1, Integer::sum);
        }
        System.out.println(kind.title() + ", " + QUERIES + " queries from seed " + SEED + ": " + outcomes);
        assertThat(differences).as("differences on " + kind.title()).isEmpty();
        assertThat(outcomes.getOrDefault("same", 0)).as("answered alike").isGreaterThan(QUERIES / 3);
    }

    private static String writeOutcome(PlainAndSharded both, GeneratedQuery write, long seed, List<String> differences)
            throws SQLException {
        both.begin();
        try (Statement statement = both.sharded().createStatement()) {
            statement.executeUpdate(write.sql());
        } catch (SQLException e) {
            if (refused(e)) {
                both.rollback();
                return "refused SHD-" + e.getErrorCode();
            }
        }
        both.rollback();
        both.begin();
        try {
            both.update(write.sql()).agree();
            for (String table : List.of("t_user", "t_order", "t_order_item", "t_account")) {
                if (write.sql().contains(table)) {
                    both.query("SELECT * FROM " + table).bag().agree();
                }
            }
            return "same";
        } catch (AssertionError e) {
            differences.add("seed " + seed + ": " + e.getMessage());
            return "different";
        } finally {
            both.rollback();
        }
    }

    private static boolean refused(SQLException e) {
        return e.getErrorCode() >= 2000 && e.getErrorCode() < 5000;
    }

    private static String outcome(PlainAndSharded both, GeneratedQuery query, long seed, List<String> differences)
            throws SQLException {
        try (Statement statement = both.sharded().createStatement();
                ResultSet rows = statement.executeQuery(query.sql())) {
            while (rows.next()) {
                // Reads to the end: a late refusal is still a refusal.
            }
        } catch (SQLException e) {
            if (refused(e)) {
                return "refused SHD-" + e.getErrorCode();
            }
        }
        Comparison comparison = both.query(query.sql());
        try {
            (query.ordered() ? comparison.ordered() : comparison.bag()).agree();
            return "same";
        } catch (AssertionError e) {
            differences.add("seed " + seed + ": " + e.getMessage());
            return "different";
        }
    }
}
