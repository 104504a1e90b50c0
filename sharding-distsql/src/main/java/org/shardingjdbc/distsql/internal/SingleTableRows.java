package org.shardingjdbc.distsql.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.CountSingleContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShowSingleContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShowUnloadedSingleContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.UnitAndSchemaContext;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.command.SingleTable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;

/** Rows about tables that the databases have and no rule shards or copies. Stateless. */
final class SingleTableRows {
    private static final String IGNORE =
            "UNREGISTER STORAGE UNIT ... IGNORE SINGLE TABLES takes it away all the same, and drops no table";

    private SingleTableRows() {}

    /** Refuses to take units away in which statements find single tables. */
    static void requireNone(CommandTarget target, List<String> units) {
        List<String> asked = units.stream()
                .filter(unit -> mayHave(target.configuration(), unit))
                .toList();
        if (asked.isEmpty()) {
            return;
        }
        String all = String.join(", ", asked);
        List<String> tables = new ArrayList<>();
        try {
            target.singleTables(null).stream()
                    .filter(table -> table.loaded() && asked.contains(table.dataSource()))
                    .forEach(table -> tables.add(table.dataSource() + "." + table.name()));
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e,
                    ErrorCode.DISTSQL_WRONG,
                    "whether storage unit " + all + " has single tables cannot be found out: " + e.getMessage() + "; "
                            + IGNORE);
        }
        if (!tables.isEmpty()) {
            throw SyntaxErrors.wrong("storage unit " + all + " has single tables, which statements would not find any"
                    + " more: " + String.join(", ", tables) + "; " + IGNORE);
        }
    }

    /** Whether statements find single tables there: those of the default unit, and those that the rule loads. */
    private static boolean mayHave(ShardingConfiguration configuration, String unit) {
        if (!configuration.dataSources().containsKey(unit)) {
            return false;
        }
        SingleRuleConfiguration rule = ChangeReader.single(configuration);
        String first = configuration.dataSources().keySet().iterator().next();
        return unit.equals(rule.defaultDataSource() == null ? first : rule.defaultDataSource())
                || rule.tables().stream().anyMatch(table -> table.startsWith(unit + ".") || table.startsWith("*."));
    }

    /** Those that statements find. */
    static Rows loaded(ShowSingleContext text) {
        String only = text.name() == null ? null : StatementTexts.of(text.name());
        NameContext database =
                text.fromDatabase() == null ? null : text.fromDatabase().name();
        return of(
                database,
                null,
                table -> table.loaded()
                        && (only == null
                                ? Questions.isLike(table.name(), text.like())
                                : only.equalsIgnoreCase(table.name())));
    }

    /** Those that statements do not find where they are. */
    static Rows unloaded(ShowUnloadedSingleContext text) {
        return of(text.name(), text.unitAndSchema(), table -> !table.loaded());
    }

    /** @param where null for all units, and the schema that connections are in */
    private static Rows of(
            @Nullable NameContext database, @Nullable UnitAndSchemaContext where, Predicate<SingleTable> shown) {
        String only = where == null ? null : StatementTexts.of(where.unitName);
        String schema = where == null || where.schema == null ? null : StatementTexts.of(where.schema);
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            Questions.requireDatabase(database, configuration);
            List<SingleTable> tables = target.singleTables(schema);
            // where a rule joins units under a name, tables are there
            boolean there = only == null
                    || configuration.dataSources().containsKey(only)
                    || tables.stream().anyMatch(table -> only.equals(table.dataSource()));
            if (!there) {
                throw SyntaxErrors.wrong("there is no storage unit " + only);
            }
            List<List<String>> rows = new ArrayList<>();
            for (SingleTable table : tables) {
                if (shown.test(table) && (only == null || only.equals(table.dataSource()))) {
                    rows.add(List.of(table.name(), table.dataSource()));
                }
            }
            return Questions.answer("table_name storage_unit_name", rows);
        };
    }

    static Rows count(CountSingleContext text) {
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            Questions.requireDatabase(
                    text.fromDatabase() == null ? null : text.fromDatabase().name(), configuration);
            int count = 0;
            for (SingleTable table : target.singleTables(null)) {
                count += table.loaded() ? 1 : 0;
            }
            return Questions.count("single_table", configuration, count);
        };
    }
}
