package org.shardingjdbc.route.internal.shape;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Runs random queries on plain tables, and as their route says on the actual tables: both must give the same rows. The
 * queries have nothing to merge, so this is about conditions and alignment alone.
 */
class RandomQueriesTest {
    private static final int QUERIES = 2_000;
    private static final long SEED = 20_261_120L;

    private static Connection connection;

    @BeforeAll
    static void fill() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:random_queries");
        Random random = new Random(SEED);
        for (String table : List.of("t_order", "t_order_item", "t_order_note")) {
            create(table);
            for (int node = 0; node < 4; node++) {
                create(table + "_" + node);
            }
            for (int row = 0; row < 14; row++) {
                int user = random.nextInt(8);
                String values = " VALUES (" + user + ", " + maybeNull(random) + ", " + maybeNull(random) + ")";
                execute("INSERT INTO " + table + values);
                execute("INSERT INTO " + table + "_" + user % 4 + values);
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static void create(String table) throws SQLException {
        execute("CREATE TABLE " + table + " (user_id INT NOT NULL, order_id INT, x INT)");
    }

    private static String maybeNull(Random random) {
        return random.nextInt(6) == 0 ? "NULL" : String.valueOf(random.nextInt(8));
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void chosenUnitsGiveTheRowsOfThePlainTables() throws SQLException {
        RandomQueries queries = new RandomQueries(SEED);
        TestSchema schema = new TestSchema(Dialects.H2);
        int answered = 0;
        int narrowed = 0;
        for (int i = 0; i < QUERIES; i++) {
            String sql = queries.query();
            BoundStatement bound = schema.bind(sql);
            RouteShape shape;
            RoutedUnits route;
            try {
                shape = schema.shape(bound);
                route = shape.route(new Object[0], HintValues.NONE);
            } catch (ShardingException refusal) {
                continue;
            }
            answered++;
            narrowed += route.units().length < shape.units().size() ? 1 : 0;
            List<String> sharded = new ArrayList<>();
            for (int unit : route.units()) {
                sharded.addAll(rows(actual(bound, shape.units().get(unit))));
            }
            assertThat(sharded).as(sql).containsExactlyInAnyOrderElementsOf(rows(sql));
        }
        assertThat(answered).isGreaterThan(QUERIES / 4);
        assertThat(narrowed).isGreaterThan(answered / 6);
    }

    @Test
    void oneChosenUnitHasAllRowsThatCount() throws SQLException {
        RandomQueries queries = new RandomQueries(SEED + 1);
        TestSchema schema = new TestSchema(Dialects.H2);
        int answered = 0;
        for (int i = 0; i < QUERIES; i++) {
            String sql = queries.dependentQuery();
            BoundStatement bound = schema.bind(sql);
            RouteShape shape;
            RoutedUnits route;
            try {
                shape = schema.shape(bound);
                route = shape.route(new Object[0], HintValues.NONE);
            } catch (ShardingException refusal) {
                continue;
            }
            if (route.units().length <= 1) {
                answered++;
                // without rows any unit gives the answer
                RouteUnit unit = shape.units().get(route.units().length == 0 ? 0 : route.units()[0]);
                assertThat(rows(actual(bound, unit))).as(sql).containsExactlyInAnyOrderElementsOf(rows(sql));
            }
        }
        assertThat(answered).isGreaterThan(QUERIES / 20);
    }

    private static String actual(BoundStatement bound, RouteUnit unit) {
        StringBuilder sql = new StringBuilder(bound.parsed().sql());
        for (int i = bound.tables().size() - 1; i >= 0; i--) {
            Span span = bound.tables().get(i).node().name().span();
            sql.replace(
                    span.start(),
                    span.stop(),
                    requireNonNull(unit.actualTables()).get(i));
        }
        return sql.toString();
    }

    private static List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(result.getString(i)).append(' ');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
