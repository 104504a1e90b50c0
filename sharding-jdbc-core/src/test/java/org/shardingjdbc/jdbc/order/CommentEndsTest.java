package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Where a comment begins and ends each database says for itself. What stands in it chooses no data node: a condition
 * that only we saw would leave rows out.
 */
class CommentEndsTest {
    private static final List<String> CONDITIONS = List.of(
            "id >= 0 -- all\r AND id = 2\n",
            "id >= 0 -- all\r\n AND id = 2",
            "id >= 0 --\tall\n AND id = 2",
            "id >= 0 --\rAND id = 2\n",
            "id >= 0 --1\n",
            "id >= 0 --AND id = 2\n",
            "id >= 0 # AND id = 2\n",
            "id >= 0 # all\r AND id = 2\n",
            "id >= 0 /* all /* nested */ AND id = 2 */",
            "id >= 0 /* all /* nested */ AND id = 2",
            "id >= 0 /* all // * */ AND id = 2",
            "id >= 0 /*/ AND id = 2 /*/",
            "id >= 0 /*! AND id = 2 */",
            "id >= 0 /*!40000 AND id = 2 */ -- end\n",
            "id >= 0 /*M! AND id = 2 */",
            "id >= 0 /*! AND id = 2 # end */\n */",
            "id >= 0 /*! AND id = 2 -- end */\r and\n */",
            "id >= 0 AND '/*' <> ' AND id = 2 */'",
            "id >= 0 AND '--' <> '' AND id = 2");

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void areThoseOfTheDatabase(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = FourNodes.open(TestServer.of(kind), "comments", List.of())) {
            PlainAndSharded both = shards.both();
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY)");
            for (int id = 0; id < 8; id++) {
                both.setUp("INSERT INTO t VALUES (" + id + ")");
            }
            List<String> differences = new ArrayList<>();
            int answered = 0;
            for (String condition : CONDITIONS) {
                for (String sql : List.of(
                        "SELECT id FROM t WHERE " + condition,
                        "SELECT id FROM t WHERE " + condition + " ORDER BY id DESC",
                        "SELECT COUNT(*) FROM t WHERE id IN (SELECT id FROM t WHERE " + condition + ")")) {
                    List<String> plain = rows(both.plain(), sql);
                    List<String> sharded = rows(both.sharded(), sql);
                    answered += plain.contains("failed") ? 0 : 1;
                    if (!sharded.contains("failed") && !sharded.equals(plain)) {
                        differences.add(sql + ": " + plain + ", not " + sharded);
                    }
                }
            }
            assertThat(differences).as(kind.title()).isEmpty();
            assertThat(answered).isGreaterThan(CONDITIONS.size());
        }
    }

    private static List<String> rows(Connection connection, String sql) {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                rows.add(found.getString(1));
            }
            if (!sql.contains("ORDER BY")) {
                rows.sort(null);
            }
            return rows;
        } catch (SQLException e) {
            return List.of("failed");
        }
    }
}
