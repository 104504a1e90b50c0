package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.CountSingleContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShowSingleContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShowUnloadedSingleContext;
import org.shardingjdbc.jdbc.command.SingleTable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** Rows about tables that the databases have and no rule shards or copies. Stateless. */
final class SingleTableRows {
    private SingleTableRows() {}

    /** Those that statements find. */
    static Rows loaded(ShowSingleContext text) {
        String only = text.name() == null ? null : Texts.of(text.name());
        NameContext database =
                text.fromDatabase() == null ? null : text.fromDatabase().name();
        return of(
                database,
                null,
                table -> table.loaded()
                        && (only == null
                                ? QuestionReader.isLike(table.name(), text.like())
                                : only.equalsIgnoreCase(table.name())));
    }

    /** Those that statements do not find where they are. */
    static Rows unloaded(ShowUnloadedSingleContext text) {
        List<NameContext> names = text.name();
        NameContext database = text.STORAGE() == null || names.size() > 1 ? first(names) : null;
        NameContext unit = text.STORAGE() == null ? null : names.get(names.size() - 1);
        return of(database, unit, table -> !table.loaded());
    }

    private static NameContext first(List<NameContext> names) {
        return names.isEmpty() ? null : names.get(0);
    }

    /** @param unit null for all */
    private static Rows of(NameContext database, NameContext unit, Predicate<SingleTable> shown) {
        String only = unit == null ? null : Texts.of(unit);
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            QuestionReader.requireDatabase(database, configuration);
            if (only != null && !configuration.dataSources().containsKey(only)) {
                throw SyntaxErrors.wrong("there is no storage unit " + only);
            }
            List<List<String>> rows = new ArrayList<>();
            for (SingleTable table : target.singleTables()) {
                if (shown.test(table) && (only == null || only.equals(table.dataSource()))) {
                    rows.add(List.of(table.name(), table.dataSource()));
                }
            }
            return QuestionReader.answer("table_name storage_unit_name", rows);
        };
    }

    static Rows count(CountSingleContext text) {
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            QuestionReader.requireDatabase(
                    text.fromDatabase() == null ? null : text.fromDatabase().name(), configuration);
            int count = 0;
            for (SingleTable table : target.singleTables()) {
                count += table.loaded() ? 1 : 0;
            }
            return QuestionReader.count("single_table", configuration, count);
        };
    }
}
