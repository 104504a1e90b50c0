package org.shardingjdbc.distsql.internal;

import java.sql.SQLException;
import java.util.function.UnaryOperator;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** What statements say. */
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
        public Answer execute(CommandTarget target) throws SQLException {
            target.change(edit);
            return null;
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
}
