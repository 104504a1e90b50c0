package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** A placement that a rule brings along is routed, rewritten, merged and explained without the engine knowing it. */
class PlacementSeamTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:placement_0;DB_CLOSE_DELAY=-1'}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:placement_1;DB_CLOSE_DELAY=-1'}
            rules:
            - !TEST_PLACEMENT
              table: customer
              column: name
            """;

    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException, IOException {
        dataSource = TestRules.open(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        execute("CREATE TABLE customer (name VARCHAR(20) PRIMARY KEY, points INT)");
        execute("INSERT INTO customer VALUES ('Zoe', 1), ('Ada', 2), ('Moe', 3), ('Nia', 4)");
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
        for (int i = 0; i < 2; i++) {
            on(i, "SHUTDOWN");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> on(int database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:placement_" + database);
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? texts(statement.getResultSet()) : List.of();
        }
    }

    private static List<String> texts(ResultSet rows) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(rows.getString(1));
        }
        return texts;
    }

    private List<String> query(String sql, Object... values) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return texts(statement.executeQuery());
        }
    }

    @Test
    void rowsAreWrittenWhereItPlacesThem() throws SQLException {
        assertThat(on(0, "SELECT name FROM customer_by_initial ORDER BY name")).containsExactly("Ada", "Moe");
        assertThat(on(1, "SELECT name FROM customer_by_initial ORDER BY name")).containsExactly("Nia", "Zoe");
    }

    @Test
    void aNameAsksOneDataNodeAndNamesOfBothAskBoth() throws SQLException {
        String sql = "SELECT points FROM customer WHERE name = ?";
        assertThat(query(sql, "Zoe")).containsExactly("1");
        assertThat(asked(sql, "Zoe")).containsExactly("ds_1");
        assertThat(asked(sql, "Ada")).containsExactly("ds_0");
        assertThat(asked("SELECT points FROM customer WHERE name IN (?, ?)", "Ada", "Nia"))
                .containsExactly("ds_0", "ds_1");
    }

    /** The data sources at the leaves of the plan. */
    private List<String> asked(String sql, Object... values) throws SQLException {
        return query("EXPLAIN SHARDING " + sql, values).stream()
                .filter(line -> line.contains("─ ds_"))
                .map(line -> line.substring(line.indexOf("ds_")))
                .toList();
    }

    @Test
    void whatNeedsAllDataNodesIsMerged() throws SQLException {
        assertThat(query("SELECT name FROM customer ORDER BY points DESC LIMIT 3"))
                .containsExactly("Nia", "Moe", "Ada");
        assertThat(query("SELECT SUM(points) FROM customer")).containsExactly("10");
    }

    @Test
    void aRowThatIsNamedAnewMovesToItsPlace() throws SQLException {
        execute("UPDATE customer SET points = points + 10 WHERE name = 'Moe'");
        assertThat(on(0, "SELECT points FROM customer_by_initial WHERE name = 'Moe'"))
                .containsExactly("13");
        execute("UPDATE customer SET name = 'Bob' WHERE name = 'Zoe'");
        assertThat(on(0, "SELECT name FROM customer_by_initial ORDER BY name")).containsExactly("Ada", "Bob", "Moe");
        assertThat(on(1, "SELECT name FROM customer_by_initial")).containsExactly("Nia");
    }
}
