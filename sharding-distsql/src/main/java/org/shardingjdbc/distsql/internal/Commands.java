package org.shardingjdbc.distsql.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/**
 * The kinds of {@link Command} that statements of DistSQL become: changes of the configuration, questions about it,
 * metadata that is read anew.
 */
final class Commands {
    private Commands() {}

    /** What makes rows. */
    @FunctionalInterface
    interface Rows {
        Answer of(CommandTarget target) throws SQLException;
    }

    /** Makes another configuration of the current one. */
    record Change(UnaryOperator<ShardingConfiguration> edit) implements Command {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public @Nullable Answer execute(CommandTarget target) throws SQLException {
            target.change(edit);
            return null;
        }
    }

    /** Takes units away that have no tables which would be lost with them. */
    record Unregistering(List<String> units, Command change) implements Command {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public @Nullable Answer execute(CommandTarget target) throws SQLException {
            SingleTableRows.requireNone(target, units);
            return change.execute(target);
        }
    }

    /** Asks the current one. */
    record Question(Rows rows) implements Command {
        @Override
        public boolean changes() {
            return false;
        }

        @Override
        public Answer execute(CommandTarget target) throws SQLException {
            return rows.of(target);
        }
    }

    /**
     * Reads definitions again.
     *
     * @param tables empty for all
     * @param check whether the database that is named is that of the configuration
     */
    record Refresh(List<String> tables, Consumer<ShardingConfiguration> check) implements Command {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public @Nullable Answer execute(CommandTarget target) {
            check.accept(target.configuration());
            target.refresh(tables);
            return null;
        }
    }

    /** The SQL that a statement would send to each data source. */
    static Command preview(String sql) {
        return new Question(target -> {
            List<List<String>> rows = new ArrayList<>();
            target.explain(sql)
                    .units()
                    .forEach(unit -> rows.add(Arrays.asList(unit.dataSourceName(), unit.actualSql())));
            return Questions.answer("data_source_name actual_sql", rows);
        });
    }

    /** A statement in lines. */
    static Command format(String sql) {
        return new Question(target -> Questions.answer("formatted_result", List.of(List.of(target.layOut(sql)))));
    }
}
