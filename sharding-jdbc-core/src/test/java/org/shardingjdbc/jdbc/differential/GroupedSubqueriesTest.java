package org.shardingjdbc.jdbc.differential;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * What a data node is asked to show besides, for the merge, it must be able to show: MySQL does not find a subquery
 * again that it groups by.
 */
class GroupedSubqueriesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                people:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: owner, shardingAlgorithmName: mod_4}
                items:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: owner, shardingAlgorithmName: mod_4}
              bindingTables: ['people,items']
              shardingAlgorithms:
                mod_4: {type: MOD, props: {sharding-count: 4}}
            """;

    private static final String COUNTED = "(SELECT COUNT(*) FROM items i WHERE i.owner = p.owner)";

    private static final List<String> QUERIES = List.of(
            "SELECT SUM(DISTINCT " + COUNTED + ") FROM people p",
            "SELECT COUNT(DISTINCT " + COUNTED + ") FROM people p",
            "SELECT AVG(DISTINCT " + COUNTED + " + 1) FROM people p",
            "SELECT grade, COUNT(DISTINCT " + COUNTED + ") FROM people p GROUP BY grade ORDER BY grade",
            "SELECT COUNT(DISTINCT CASE WHEN EXISTS (SELECT 1 FROM items i WHERE i.owner = p.owner) THEN 1 ELSE 2 END)"
                    + " FROM people p",
            "SELECT COUNT(DISTINCT p.owner IN (SELECT i.owner FROM items i WHERE i.owner = p.owner)) FROM people p",
            "SELECT COUNT(*) AS c FROM people p GROUP BY " + COUNTED + " ORDER BY c",
            "SELECT COUNT(*) AS c FROM people p GROUP BY grade, " + COUNTED + " ORDER BY c, MAX(p.owner)",
            "SELECT grade FROM people p GROUP BY grade ORDER BY MAX(" + COUNTED + "), grade",
            "SELECT grade, SUM(" + COUNTED + ") AS s FROM people p GROUP BY grade ORDER BY s, grade",
            "SELECT grade FROM people p GROUP BY grade HAVING COUNT(DISTINCT " + COUNTED + ") > 1 ORDER BY grade",
            "SELECT DISTINCT " + COUNTED + " AS c FROM people p ORDER BY c");

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void answerAlike(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture =
                        Fixture.on(kind, "grouped_subqueries").rules(RULES).open(ShardingDataSourceFactory::create);
                Connection plain = fixture.plain().getConnection();
                Connection sharded = fixture.sharded().getConnection()) {
            for (Connection each : List.of(plain, sharded)) {
                try (Statement statement = each.createStatement()) {
                    statement.execute("CREATE TABLE people (owner INT PRIMARY KEY, grade INT)");
                    statement.execute("CREATE TABLE items (owner INT, id INT, PRIMARY KEY (owner, id))");
                    statement.execute("INSERT INTO people VALUES (1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3)");
                    statement.execute(
                            "INSERT INTO items VALUES (1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (5, 6), (5, 7)");
                }
            }
            SoftAssertions all = new SoftAssertions();
            for (String sql : QUERIES) {
                all.assertThat(answer(sharded, sql)).as("%s on %s", sql, kind).isEqualTo(answer(plain, sql));
            }
            all.assertAll();
        }
    }

    private static List<String> answer(Connection connection, String sql) {
        List<String> answer = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(rows.getString(i)).append('|');
                }
                answer.add(row.toString());
            }
        } catch (SQLException e) {
            return List.of(e.getMessage());
        }
        return answer;
    }
}
