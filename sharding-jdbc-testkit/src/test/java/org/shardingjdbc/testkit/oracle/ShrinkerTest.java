package org.shardingjdbc.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.StatementGenerator;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/** What is called sharded here is a database whose texts are equal whatever their case. */
class ShrinkerTest {
    private static final TestServer H2 = TestServer.of(DatabaseKind.H2);

    /** {@code SELECT ... WHERE a AND b AND ...}, of which the third alternative alone differs. */
    private static final class Conditions implements StatementGenerator {
        @Override
        public GeneratedStatement read(SchemaModel schema, RandomChoices choices) {
            List<String> conditions = new ArrayList<>();
            int count = choices.next(8);
            for (int i = 0; i < count; i++) {
                conditions.add(choices.pick("id > 0", "id < 900", "name = 'ann'", "id <> 77"));
            }
            String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
            return new GeneratedStatement("SELECT id FROM orders" + where, List.of(), false, List.of(), false);
        }

        @Override
        public GeneratedStatement write(SchemaModel schema, RandomChoices choices) {
            throw new UnsupportedOperationException("of tables whose types differ");
        }

        @Override
        public List<GeneratedStatement> transaction(SchemaModel schema, RandomChoices choices) {
            return List.of(read(schema, choices), read(schema, choices));
        }
    }

    private static Arena arena() throws SQLException {
        ColumnModel id = new ColumnModel("id", ColumnKind.INTEGER, false, "INT", List.of("1"));
        ColumnModel name = new ColumnModel("name", ColumnKind.TEXT, true, "VARCHAR(10)", List.of("'a'"));
        TableModel table = new TableModel("orders", TableRole.SINGLE, List.of(), -1, List.of(id, name), List.of("id"));
        List<List<String>> rows = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            rows.add(List.of(String.valueOf(i), i % 7 == 0 ? "'Ann'" : "'bob'"));
        }
        GeneratedSchema schema =
                new GeneratedSchema(DatabaseKind.H2, 1, 1, List.of(new GeneratedTable(table, null, rows)));
        H2.createDatabase("shrinker_plain");
        H2.createDatabase("shrinker_other");
        create("shrinker_plain", "VARCHAR(10)");
        create("shrinker_other", "VARCHAR_IGNORECASE(10)");
        OracleConnections sides =
                new OracleConnections(H2.dataSource("shrinker_plain"), H2.dataSource("shrinker_other"));
        sides.execute(schema.insertStatements());
        return new Arena(sides, schema.model(), schema, () -> {});
    }

    private static void create(String database, String text) throws SQLException {
        try (var connection = H2.dataSource(database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, name " + text + ")");
        }
    }

    /** Decisions of a large statement that differs. */
    private static int[] differing(Arena arena, TrialKind kind, Manner manner) throws SQLException {
        for (int seed = 0; ; seed++) {
            RandomChoices choices = RandomChoices.ofSeed(seed);
            List<GeneratedStatement> statements = kind.generate(new Conditions(), arena.model(), choices);
            boolean large = statements.get(0).sql().split(" AND ").length > 4;
            if (large
                    && new Trial(arena)
                            .run(statements, manner).stream()
                                    .anyMatch(one -> one.verdict().kind().isDefect())) {
                return choices.taken();
            }
        }
    }

    private static String shrunk(TrialKind kind, Manner manner) throws SQLException {
        try (Arena arena = arena()) {
            int[] decisions = differing(arena, kind, manner);
            String text = new Shrinker(arena, kind, new Conditions())
                    .shrink(decisions, manner)
                    .describe("seed 1");
            Outcome rows = arena.sides().sharded("SELECT * FROM orders");
            assertThat(((Outcome.Rows) rows).rows()).as("all are there again").hasSize(20);
            return text;
        }
    }

    @Test
    void leavesTheConditionTheRowAndTheMannerThatDiffer() throws SQLException {
        String text = shrunk(TrialKind.READ, new Manner(true, true, true, false, false, true));
        assertThat(text)
                .contains("SELECT id FROM orders WHERE name = 'ann';")
                .containsPattern("VALUES \\(\\d+, 'Ann'\\);")
                .contains(Manner.PLAIN.toString())
                .contains("plain:   []")
                .startsWith("seed 1");
    }

    @Test
    void leavesTheStatementOfATransactionThatDiffers() throws SQLException {
        String text = shrunk(TrialKind.TRANSACTION, new Manner(false, false, true, true, false, false));
        assertThat(text)
                .contains("SELECT id FROM orders WHERE name = 'ann';")
                .containsPattern("VALUES \\(\\d+, 'Ann'\\);")
                .doesNotContain("'bob'")
                .doesNotContain("id <> 77");
    }

    @Test
    void leavesAStatementThatCannotBeSmaller() throws SQLException {
        try (Arena arena = arena()) {
            int[] smallest = {1, 2};
            String text = new Shrinker(arena, TrialKind.READ, new Conditions())
                    .shrink(smallest, Manner.PLAIN)
                    .describe("here");
            assertThat(text).contains("SELECT id FROM orders WHERE name = 'ann';");
        }
    }
}
