package org.shardingjdbc.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;
import org.shardingjdbc.testkit.oracle.internal.schema.ColumnPool;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;
import org.shardingjdbc.testkit.oracle.internal.schema.LayoutKind;
import org.shardingjdbc.testkit.oracle.internal.schema.SchemaGenerator;

class SchemaGeneratorTest {
    private static final int SEEDS = 200;

    private static GeneratedSchema schema(DatabaseKind kind, long seed) {
        return SchemaGenerator.generate(kind, RandomChoices.ofSeed(seed));
    }

    private static String text(GeneratedSchema schema) {
        return schema.rulesYaml() + schema.createStatements() + schema.insertStatements();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void equalSeedsMakeEqualSchemasAndOthersDiffer(DatabaseKind kind) {
        Set<String> texts = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            String text = text(schema(kind, seed));
            assertThat(text(schema(kind, seed))).isEqualTo(text);
            texts.add(text);
        }
        assertThat(texts).hasSize(SEEDS);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void everyKindOfTableLayoutAndColumnOccurs(DatabaseKind kind) {
        Set<TableRole> roles = EnumSet.noneOf(TableRole.class);
        Set<LayoutKind> layouts = EnumSet.noneOf(LayoutKind.class);
        Set<ColumnKind> columns = EnumSet.noneOf(ColumnKind.class);
        boolean bound = false;
        boolean empty = false;
        boolean nulls = false;
        for (int seed = 0; seed < SEEDS; seed++) {
            for (GeneratedTable table : schema(kind, seed).tables()) {
                roles.add(table.model().role());
                if (table.layout() != null) {
                    layouts.add(table.layout().kind());
                }
                table.model().columns().forEach(column -> columns.add(column.kind()));
                bound |= table.model().bindingGroup() >= 0;
                empty |= table.rows().isEmpty();
                nulls |= table.rows().stream().anyMatch(row -> row.contains("NULL"));
            }
        }
        assertThat(roles).containsExactlyInAnyOrder(TableRole.values());
        assertThat(layouts).containsExactlyInAnyOrder(LayoutKind.values());
        ColumnPool pool = new ColumnPool(kind);
        for (ColumnKind column : ColumnKind.values()) {
            assertThat(columns.contains(column)).as(column.name()).isEqualTo(pool.has(column));
        }
        assertThat(List.of(bound, empty, nulls)).containsOnly(true);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void keysContainTheShardingColumnsAndBindingTablesAgree(DatabaseKind kind) {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<TableModel> tables = schema(kind, seed).model().tables();
            for (TableModel table : tables) {
                assertThat(table.primaryKey()).containsAll(table.shardingColumns());
                for (TableModel other : tables) {
                    if (table.bindingGroup() >= 0 && table.bindingGroup() == other.bindingGroup()) {
                        assertThat(kinds(other)).isEqualTo(kinds(table));
                    }
                }
            }
        }
    }

    private static List<ColumnKind> kinds(TableModel table) {
        return table.shardingColumns().stream()
                .map(column -> table.column(column).kind())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void databaseTakesTheTablesWithTheirRows(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        for (int seed = 0; seed < 10; seed++) {
            GeneratedSchema schema = schema(kind, seed);
            server.createDatabase("schema_generator");
            try (Connection connection = server.dataSource("schema_generator").getConnection();
                    Statement statement = connection.createStatement()) {
                for (String sql : schema.createStatements()) {
                    statement.execute(sql);
                }
                int inserted = 0;
                for (String sql : schema.insertStatements()) {
                    inserted += statement.executeUpdate(sql);
                }
                assertThat(inserted)
                        .isEqualTo(schema.tables().stream()
                                .mapToInt(table -> table.rows().size())
                                .sum());
            }
        }
    }
}
