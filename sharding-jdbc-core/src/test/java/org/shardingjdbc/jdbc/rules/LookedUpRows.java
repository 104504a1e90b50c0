package org.shardingjdbc.jdbc.rules;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * The part of {@code !TEST_LOOKUP} in the oracle: rows of a sharded table are looked up by one of its texts, in a table
 * of which the plain database knows nothing.
 */
public final class LookedUpRows implements FurtherRules {
    private static final String ENTRIES = "look_up_entries";
    private static final Set<ColumnKind> KEYS = Set.of(ColumnKind.INTEGER, ColumnKind.LONG);

    private record Chosen(GeneratedTable table, ColumnModel column, ColumnModel key) {}

    /** The first table that is sharded by one whole number and has a text; null where none is. */
    private static Chosen chosen(GeneratedSchema seen) {
        for (GeneratedTable table : seen.tables()) {
            if (table.layout() == null || table.layout().keys().size() != 1) {
                continue;
            }
            ColumnModel key = table.model().column(table.layout().keys().get(0));
            for (ColumnModel column : table.model().columns()) {
                if (column.kind() == ColumnKind.TEXT && isPlain(column) && isPlain(key) && KEYS.contains(key.kind())) {
                    return new Chosen(table, column, key);
                }
            }
        }
        return null;
    }

    private static boolean isPlain(ColumnModel column) {
        return Character.isLetter(column.name().charAt(0));
    }

    @Override
    public double answeredReads() {
        return 0.9;
    }

    @Override
    public GeneratedSchema seen(GeneratedSchema generated) {
        return generated.withoutNamesakes();
    }

    @Override
    public String yaml(String yaml, GeneratedSchema seen) {
        Chosen chosen = chosen(seen);
        if (chosen == null) {
            return yaml;
        }
        String entries =
                "  autoTables:\n    %s:\n      actualDataSources: ds_${0..%d}\n".formatted(ENTRIES, seen.sources() - 1)
                        + "      shardingStrategy:\n        standard: {shardingColumn: %s, shardingAlgorithmName: entries}\n"
                                .formatted(chosen.key().name());
        String algorithms = "  shardingAlgorithms:\n    entries: {type: MOD, props: {sharding-count: 3}}\n";
        String rule = "rules:\n- !TEST_LOOKUP\n  table: %s\n  column: %s\n  key: %s\n  entries: %s\n"
                .formatted(
                        chosen.table().model().name(),
                        chosen.column().name(),
                        chosen.key().name(),
                        ENTRIES);
        String placed = yaml.contains("  autoTables:\n")
                ? yaml.replace("  autoTables:\n", entries).replace("  shardingAlgorithms:\n", algorithms)
                : yaml.replace("  shardingAlgorithms:\n", entries + algorithms);
        return placed.replace("rules:\n", rule);
    }

    @Override
    public DataSource unseen(DataSource sharded, GeneratedSchema seen) {
        Chosen chosen = chosen(seen);
        if (chosen != null) {
            try (Connection connection = sharded.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS %s (%s %s NULL, %s %s NULL)"
                        .formatted(
                                ENTRIES,
                                chosen.column().name(),
                                chosen.column().type(),
                                chosen.key().name(),
                                chosen.key().type()));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
        return sharded;
    }

    /** Entries know nothing of other definitions. */
    @Override
    public boolean mayAsk(List<GeneratedStatement> statements, GeneratedSchema seen) {
        return statements.stream().noneMatch(GeneratedStatement::isDefinition);
    }
}
