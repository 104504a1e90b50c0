package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Generated keys come in the order of the rows that the application wrote, whoever makes them and wherever the rows go.
 */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class GeneratedKeysTest {
    private static StatementShards shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = StatementShards.create(kind, "generated_keys");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t_keyed");
            statement.executeUpdate("DELETE FROM t_serial");
        }
    }

    private static List<Long> keys(Statement statement) throws SQLException {
        try (ResultSet rows = statement.getGeneratedKeys()) {
            List<Long> keys = new ArrayList<>();
            while (rows.next()) {
                keys.add(rows.getLong(1));
            }
            return keys;
        }
    }

    private static Map<String, Long> idsByName(String table) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, id FROM " + table)) {
            Map<String, Long> ids = new HashMap<>();
            while (rows.next()) {
                ids.put(rows.getString(1), rows.getLong(2));
            }
            return ids;
        }
    }

    private static void assertKeys(List<Long> keys, String table, String... names) throws SQLException {
        Map<String, Long> ids = idsByName(table);
        List<Long> expected = new ArrayList<>();
        for (String name : names) {
            expected.add(ids.get(name));
        }
        assertThat(keys).containsExactlyElementsOf(expected);
    }

    @Test
    void generatorsKeysComeInTheOrderOfTheRows() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO t_keyed (user_id, name) VALUES (?, 'a'), (?, 'b'), (?, 'c'), (?, 'd')",
                        Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 1; i <= 4; i++) {
                statement.setInt(i, i);
            }
            assertThat(statement.executeUpdate()).isEqualTo(4);
            List<Long> keys = keys(statement);
            assertKeys(keys, "t_keyed", "a", "b", "c", "d");
            assertThat(keys).isSorted();
            try (ResultSet rows = statement.getGeneratedKeys()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getMetaData().getColumnLabel(1)).isEqualToIgnoringCase("id");
                assertThat(rows.getLong("id")).isEqualTo(keys.get(0));
                assertThat(rows.getObject(1)).isInstanceOf(Long.class);
            }
        }
    }

    @Test
    void generatorsKeysAreFoundByColumnNameAndIndexAndInStatements() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement byName = connection.prepareStatement(
                        "INSERT INTO t_keyed (user_id, name) VALUES (?, 'n')", new String[] {"id"});
                PreparedStatement byIndex = connection.prepareStatement(
                        "INSERT INTO t_keyed (user_id, name) VALUES (?, 'i')", new int[] {1});
                Statement statement = connection.createStatement()) {
            byName.setInt(1, 1);
            byName.executeUpdate();
            assertKeys(keys(byName), "t_keyed", "n");
            byIndex.setInt(1, 2);
            byIndex.executeUpdate();
            assertKeys(keys(byIndex), "t_keyed", "i");
            statement.executeUpdate(
                    "INSERT INTO t_keyed (user_id, name) VALUES (5, 's'), (6, 't')", Statement.RETURN_GENERATED_KEYS);
            assertKeys(keys(statement), "t_keyed", "s", "t");
            statement.execute("INSERT INTO t_keyed (user_id, name) VALUES (7, 'u')", new String[] {"ID"});
            assertKeys(keys(statement), "t_keyed", "u");
        }
    }

    /** H2's driver tells the primary key and what has a default; it is asked though a generator makes one of them. */
    @Test
    void whatTheDriverTellsBesideTheGeneratorsKeyIsTold() throws SQLException {
        assumeTrue(kind == DatabaseKind.H2);
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE t_keyed ADD COLUMN counted BIGINT GENERATED BY DEFAULT AS IDENTITY");
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO t_keyed (user_id, name) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
                for (int i = 0; i < 4; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "n" + i);
                    insert.addBatch();
                }
                insert.executeBatch();
                assertThat(labels(insert)).containsExactly("ID", "COUNTED");
                assertKeys(keys(insert), "t_keyed", "n0", "n1", "n2", "n3");
                insert.setInt(1, 9);
                insert.setString(2, "one");
                insert.executeUpdate();
                assertThat(labels(insert)).containsExactly("ID", "COUNTED");
                assertKeys(keys(insert), "t_keyed", "one");
            } finally {
                statement.execute("ALTER TABLE t_keyed DROP COLUMN counted");
            }
            // one that the driver does not know of is told all the same
            statement.execute("ALTER TABLE t_keyed DROP PRIMARY KEY");
            try {
                statement.executeUpdate(
                        "INSERT INTO t_keyed (user_id, name) VALUES (1, 'a'), (2, 'b')",
                        Statement.RETURN_GENERATED_KEYS);
                assertKeys(keys(statement), "t_keyed", "a", "b");
            } finally {
                statement.execute("ALTER TABLE t_keyed ADD PRIMARY KEY (id)");
            }
        }
    }

    private static List<String> labels(Statement statement) throws SQLException {
        try (ResultSet rows = statement.getGeneratedKeys()) {
            List<String> labels = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                labels.add(rows.getMetaData().getColumnLabel(i));
            }
            return labels;
        }
    }

    @Test
    void generatorsKeysOfABatchComeInTheOrderOfItsRowSets() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO t_keyed (user_id, name) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int round = 0; round < 2; round++) {
                String[] names = new String[5];
                for (int i = 0; i < 5; i++) {
                    names[i] = "r" + round + i;
                    statement.setInt(1, i);
                    statement.setString(2, names[i]);
                    statement.addBatch();
                }
                statement.executeBatch();
                assertKeys(keys(statement), "t_keyed", names);
            }
        }
    }

    @Test
    void databasesKeysComeInTheOrderOfTheRows() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement one = connection.prepareStatement(
                        "INSERT INTO t_serial (user_id, kind, name) VALUES (?, 1, 'one')",
                        Statement.RETURN_GENERATED_KEYS);
                Statement statement = connection.createStatement()) {
            one.setInt(1, 3);
            one.executeUpdate();
            assertKeys(keys(one), "t_serial", "one");
            statement.executeUpdate(
                    "INSERT INTO t_serial (user_id, kind, name)"
                            + " VALUES (1, 0, 'a'), (2, 0, 'b'), (1, 0, 'c'), (1, 1, 'd')",
                    new String[] {"id"});
            assertKeys(keys(statement), "t_serial", "a", "b", "c", "d");
        }
    }

    @Test
    void databasesKeysOfABatchComeInTheOrderOfItsRowSets() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO t_serial (user_id, kind, name) VALUES (?, ?, ?)",
                        Statement.RETURN_GENERATED_KEYS)) {
            String[] names = new String[9];
            for (int i = 0; i < names.length; i++) {
                names[i] = "n" + i;
                statement.setInt(1, i % 2);
                statement.setInt(2, i % 3);
                statement.setString(3, names[i]);
                statement.addBatch();
            }
            statement.executeBatch();
            assertKeys(keys(statement), "t_serial", names);
        }
    }

    @Test
    void databasesKeysOfABatchOfMultiRowInsertsComeInTheOrderOfTheRows() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO t_serial (user_id, kind, name) VALUES (0, ?, ?), (1, ?, ?), (0, ?, ?)",
                        Statement.RETURN_GENERATED_KEYS)) {
            String[] names = new String[9];
            for (int i = 0; i < 3; i++) {
                for (int row = 0; row < 3; row++) {
                    names[3 * i + row] = "b" + i + row;
                    statement.setInt(2 * row + 1, i % 2);
                    statement.setString(2 * row + 2, names[3 * i + row]);
                }
                statement.addBatch();
            }
            statement.executeBatch();
            assertKeys(keys(statement), "t_serial", names);
        }
    }

    @Test
    void thereAreNoKeysWhenNoneWereAskedFor() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO t_keyed (user_id, name) VALUES (1, 'x')")) {
            assertThat(keys(statement)).isEmpty();
            statement.executeUpdate();
            assertThat(keys(statement)).isEmpty();
        }
    }

    @Test
    void keysOfAnExecutionAreNotThoseOfTheNext() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO t_keyed (user_id, name) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            for (String name : List.of("p", "q")) {
                statement.setInt(1, 1);
                statement.setString(2, name);
                statement.executeUpdate();
                assertKeys(keys(statement), "t_keyed", name);
            }
        }
    }
}
