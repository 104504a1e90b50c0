package org.shardingjdbc.testkit.oracle.internal.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;

/**
 * A schema that was made from choices: its tables with their rows, and the rules that spread them. Immutable.
 *
 * @param kind whose dialect
 * @param sources how many data sources there are, {@code ds_0} and so on
 * @param connectionsPerQuery {@code max-connections-size-per-query}: with 1, results are loaded, else they stream
 * @param tables never empty
 */
public record GeneratedSchema(DatabaseKind kind, int sources, int connectionsPerQuery, List<GeneratedTable> tables) {
    public GeneratedSchema {
        tables = List.copyOf(tables);
    }

    /** What statements know of it. */
    public SchemaModel model() {
        return new SchemaModel(kind, tables.stream().map(GeneratedTable::model).toList(), qualifiers());
    }

    /** What qualifies a table's name in the plain database and, because of {@code databaseName}, in the other one. */
    private List<String> qualifiers() {
        String database = database();
        return switch (kind) {
            case H2 -> List.of("public", database + ".public");
            case POSTGRESQL -> List.of("public", database + ".public");
            case MARIADB, MYSQL -> List.of(database);
        };
    }

    /** The name of the plain database, and of the logic one. */
    public String database() {
        return "oracle_" + kind.name().toLowerCase(Locale.ROOT);
    }

    /** The other schema; where databases are schemas, a database that both sides would share on one server. */
    public static String side(DatabaseKind kind) {
        return kind.speaksMySql() ? "oracle_" + kind.name().toLowerCase(Locale.ROOT) + "_side" : "side";
    }

    /** A statement as the plain database gets it, which has another schema of its own. */
    public String onPlain(String sql) {
        return kind.speaksMySql() ? sql.replace(side(kind), database() + "_mirror") : sql;
    }

    /** The same without tables of another schema. */
    public GeneratedSchema withoutNamesakes() {
        return withTables(
                tables.stream().filter(table -> !table.model().isElsewhere()).toList());
    }

    /** CREATE statements, for the plain database and, through the sharding DataSource, for the shards. */
    public List<String> createStatements() {
        List<String> statements = new ArrayList<>();
        if (tables.stream().anyMatch(table -> table.model().isElsewhere())) {
            if (kind.speaksMySql()) {
                statements.add("DROP DATABASE IF EXISTS " + side(kind));
            }
            statements.add("CREATE SCHEMA " + side(kind));
        }
        tables.forEach(table -> statements.add(table.createStatement(kind)));
        return statements;
    }

    /** INSERT statements of all rows, for both sides. */
    public List<String> insertStatements() {
        return tables.stream()
                .flatMap(table -> table.insertStatements().stream())
                .toList();
    }

    /** The same schema with other rows in its tables. */
    public GeneratedSchema withTables(List<GeneratedTable> otherTables) {
        return new GeneratedSchema(kind, sources, connectionsPerQuery, otherTables);
    }

    /**
     * The configuration of the sharding DataSource.
     *
     * @param urls one JDBC URL for each data source
     * @param user who may connect to all of them
     */
    public String yaml(List<String> urls, String user, String password) {
        StringBuilder yaml = new StringBuilder("databaseName: " + database() + "\ndataSources:\n");
        for (int i = 0; i < sources; i++) {
            yaml.append("  ds_%d:\n    jdbcUrl: \"%s\"\n    username: \"%s\"\n    password: \"%s\"\n"
                            .formatted(i, urls.get(i), user, password))
                    .append("    maximumPoolSize: 8\n    minimumIdle: 0\n");
        }
        return yaml.append(rulesYaml()).toString();
    }

    /** The part of the configuration behind the data sources. */
    public String rulesYaml() {
        StringBuilder yaml = new StringBuilder("rules:\n");
        appendSharding(yaml);
        appendNames(yaml, "- !BROADCAST\n", TableRole.BROADCAST, "");
        appendNames(yaml, "- !SINGLE\n", TableRole.SINGLE, "ds_0.");
        yaml.append("props:\n  max-connections-size-per-query: ").append(connectionsPerQuery);
        yaml.append("\n  look-up-upserts: true\n  union-all: ").append(connectionsPerQuery == 1 ? "always" : "auto");
        return yaml.append('\n').toString();
    }

    private void appendSharding(StringBuilder yaml) {
        List<GeneratedTable> sharded =
                tables.stream().filter(table -> table.layout() != null).toList();
        if (sharded.isEmpty()) {
            return;
        }
        yaml.append("- !SHARDING\n");
        appendTables(yaml, "  tables:\n", sharded, false);
        appendTables(yaml, "  autoTables:\n", sharded, true);
        if (KnownNames.areOn(kind)) {
            boolean first = sharded.stream().noneMatch(table -> table.layout().isAuto());
            yaml.append(first ? "  autoTables:\n" : "").append(KnownNames.tableYaml(sources));
        }
        Map<Integer, List<String>> groups = new TreeMap<>();
        for (GeneratedTable table : sharded) {
            if (table.model().bindingGroup() >= 0) {
                groups.computeIfAbsent(table.model().bindingGroup(), group -> new ArrayList<>())
                        .add(table.model().name());
            }
        }
        if (!groups.isEmpty()) {
            yaml.append("  bindingTables:\n");
            groups.values()
                    .forEach(names ->
                            yaml.append("  - ").append(String.join(", ", names)).append('\n'));
        }
        if (sharded.stream().anyMatch(table -> table.model().generated() != null)) {
            yaml.append("  keyGenerators:\n    made:\n      type: SNOWFLAKE\n");
        }
        yaml.append("  shardingAlgorithms:\n").append(KnownNames.areOn(kind) ? KnownNames.algorithmYaml() : "");
        sharded.forEach(
                table -> yaml.append(table.layout().algorithmsYaml(table.model().name())));
    }

    private static void appendTables(StringBuilder yaml, String head, List<GeneratedTable> sharded, boolean auto) {
        List<GeneratedTable> some = sharded.stream()
                .filter(table -> table.layout().isAuto() == auto)
                .toList();
        if (!some.isEmpty()) {
            yaml.append(head);
            some.forEach(table -> {
                yaml.append(table.layout().tableYaml(table.model().name()));
                if (table.model().generated() != null) {
                    yaml.append("      keyGenerateStrategy:\n        column: ")
                            .append(table.model().generated())
                            .append("\n        keyGeneratorName: made\n");
                }
            });
        }
    }

    private void appendNames(StringBuilder yaml, String head, TableRole role, String prefix) {
        List<String> names = tables.stream()
                .map(GeneratedTable::model)
                .filter(table -> table.role() == role)
                .map(TableModel::name)
                .toList();
        if (!names.isEmpty()) {
            yaml.append(head).append("  tables:\n");
            names.forEach(
                    name -> yaml.append("  - ").append(prefix).append(name).append('\n'));
        }
    }
}
